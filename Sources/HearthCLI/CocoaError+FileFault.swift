// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension CocoaError {
    /// Says what is wrong with a file that the user named; such errors describe themselves for programmers.
    package var fileFault: String {
        // Source: Foundation's ranges of error codes: 4, and 256 to 511, are of files that are read.
        let isOfReading = code == .fileNoSuchFile || (256..<512).contains(errorCode)
        guard let path = filePath ?? url?.path else {
            return isOfReading ? "standard input cannot be read; is it a folder?" : localizedDescription
        }
        guard isOfReading else { return "\(path): \(localizedDescription)" }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isThere, isFolder.boolValue { return "\(path) is a folder; name a file" }
        // A file in a folder that one may not enter looks as if it were not there.
        if code == .fileReadNoPermission { return "\(path): no permission to read it" }
        if isThere, access(path, R_OK) == 0 { return "\(path) cannot be read as a file of text" }
        return "\(path): \(isThere ? "no permission to read it" : "there is no such file")"
    }
}
