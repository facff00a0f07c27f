// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// What is known of a request beside the request itself.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// A browser with our cookie.
    var isInside = false
    /// A program with our key.
    var isProgram = false
    /// What was sent with a write.
    var form = Form()
    /// Files that were sent with it.
    var uploads: [UploadedFile] = []
    /// The first of them.
    var upload: UploadedFile? { uploads.first }

    init(source: Source) {
        coreContext = .init(source: source)
    }
}
