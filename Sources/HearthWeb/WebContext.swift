// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// Facts about a request that the request itself does not hold.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// A browser with our cookie.
    var isInside = false
    /// A program with our key.
    var isProgram = false
    /// The form that was sent.
    var form = Form()
    /// Files that were sent with it.
    var uploads: [UploadedFile] = []
    /// The first of them.
    var upload: UploadedFile? { uploads.first }

    init(source: Source) {
        coreContext = .init(source: source)
    }
}
