// SPDX-License-Identifier: Apache-2.0

import HearthTesting

extension LoopbackServer {
    /// An answer of a hub, good or bad.
    struct Answer: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body: [UInt8] = []
        /// Closes the connection after so many bytes of the body.
        var cutAfter: Int?
        /// Sends no more after so many bytes, and keeps the connection.
        var stallAfter: Int?
        var bytesPerSecond: Int?
        /// Says nothing about the body's length, which then ends with the connection.
        var hidesLength = false

        var steps: [Step] {
            var fields = headers
            if hidesLength {
                fields.append(("Connection", "close"))
            } else if !headers.contains(where: { $0.0 == "Content-Length" }) {
                fields.append(("Content-Length", "\(body.count)"))
            }
            // Without a length HTTP/1.1 would be sent in chunks, whose end shows; 1.0 just ends.
            let line = "HTTP/1.\(hidesLength ? 0 : 1) \(status) Said\r\n"
            let head = Step.send(line + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n")
            let limit = min(cutAfter ?? .max, stallAfter ?? .max, body.count)
            let rest: Step =
                cutAfter != nil || hidesLength ? .close : stallAfter != nil ? .wait(.seconds(3600)) : .again
            return [head, .body(Array(body.prefix(limit)), bytesPerSecond: bytesPerSecond), rest]
        }
    }

    convenience init(answer: @escaping @Sendable (Request) -> Answer) throws { try self.init { answer($0).steps } }
}
