// SPDX-License-Identifier: Apache-2.0

import Foundation

extension String {
    /// As it stands in an address, such as a model's name in a query.
    var escapedForAddress: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~/"))) ?? ""
    }

    /// The address of a message, shown whole however long it is.
    static func message(_ id: String, in session: String) -> String {
        "/chat/\(session.pathPart)?open=\(id.pathPart)#m-\(id.pathPart)"
    }
}
