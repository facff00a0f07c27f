// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import HummingbirdCore

extension Request {
    /// What stands behind the question mark, as a form writes it: with a plus for a space, which `uri.queryParameters`
    /// would leave as it is. Source: WHATWG URL, section 5.1.
    var query: Parameters {
        guard let query = uri.query, query.contains("+") else { return uri.queryParameters }
        return URI("/?\(query.replacing("+", with: "%20"))").queryParameters
    }
}
