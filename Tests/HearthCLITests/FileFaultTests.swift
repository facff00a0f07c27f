// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import Testing

/// Sentences about a file that cannot be read.
@Suite struct FileFaultTests {
    private func sentence(_ code: CocoaError.Code, _ path: String?) -> String {
        CocoaError(code, userInfo: path.map { [NSFilePathErrorKey: $0] } ?? [:]).fileFault
    }

    @Test func `a file that one may not reach is not said to be absent`() {
        #expect(sentence(.fileReadNoPermission, "/closed/a.csv") == "/closed/a.csv: no permission to read it")
        #expect(sentence(.fileReadNoSuchFile, "/closed/a.csv") == "/closed/a.csv: there is no such file")
        #expect(sentence(.fileNoSuchFile, "/closed/a.csv") == "/closed/a.csv: there is no such file")
    }

    @Test func `a folder is said to be one`() {
        #expect(sentence(.fileReadUnknown, "/tmp") == "/tmp is a folder; name a file")
    }

    @Test func `an error of reading without a path is about standard input`() {
        #expect(sentence(.fileReadUnknown, nil) == "standard input cannot be read; is it a folder?")
    }
}
