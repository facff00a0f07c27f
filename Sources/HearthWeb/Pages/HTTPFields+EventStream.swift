// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension HTTPFields {
    /// Of a stream of events: neither a browser nor a proxy in between holds it back. Source: nginx, `proxy_buffering`.
    static let eventStream: HTTPFields = {
        var fields: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
        if let name = HTTPField.Name("X-Accel-Buffering") { fields[name] = "no" }
        return fields
    }()
}
