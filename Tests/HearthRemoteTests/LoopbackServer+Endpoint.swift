// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthTesting

extension LoopbackServer {
    /// The base address of OpenAI's protocol on this server.
    var interface: String { "\(address)/v1" }
}

extension LoopbackServer.Request {
    var json: JSON? { try? JSON(parsing: body) }
}

extension LoopbackServer.Step {
    static let stream = LoopbackServer.Step.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n")

    static func data(_ json: String) -> LoopbackServer.Step { .send("data: \(json)\n\n") }
    /// A piece of an answer.
    static func delta(_ delta: String, _ reason: String? = nil) -> LoopbackServer.Step {
        let reason = reason.map { "\"\($0)\"" } ?? "null"
        let choice = #"{"index":0,"delta":\#(delta),"finish_reason":\#(reason)}"#
        return .data(#"{"id":"x","object":"chat.completion.chunk","choices":[\#(choice)]}"#)
    }
    static func text(_ text: String) -> LoopbackServer.Step { delta(#"{"content":"\#(text)"}"#) }
    static let done = LoopbackServer.Step.data("[DONE]")

    static func whole(_ status: Int, _ body: String, _ headers: String = "") -> LoopbackServer.Step {
        .send(
            "HTTP/1.1 \(status) Said\r\n\(headers)Content-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}
