// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// One message of a stream of events. Source: WHATWG HTML, section 9.2.
struct ServerEvent: Sendable {
    var name: String
    /// By which a browser that comes back says what it has.
    var id: Int?
    var data: any Encodable & Sendable
    /// Whether nothing follows.
    var isLast = false

    func text() throws -> String {
        // JSON without line breaks, so that one line carries it.
        let json = String(decoding: try JSONEncoder().encode(data), as: UTF8.self)
        return (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(json)\n\n"
    }
}

/// A response that shows a state as it changes.
///
/// Changes go into the state at once; what is sent is made of the state, at most every `pause`. So a slow browser gets
/// fewer events and never old ones, and nothing queues up for it.
///
/// - Parameters:
///   - request: names the browser, which may have only so many streams at once; see `Connections`.
///   - changes: what happens; the stream ends with it, with the connection, or with the server.
///   - apply: takes a change into the state.
///   - event: what to send of it, or `nil` where there is nothing new; asked until then.
/// - Throws: `WebError` `.crowded` where there are as many streams as there may be.
func eventStream<State: Sendable, Change: Sendable>(
    for request: Request, of changes: AsyncStream<Change>, into initial: State, pause: Duration = .milliseconds(50),
    beat: Duration = .seconds(15), apply: @escaping @Sendable (inout State, Change) -> Void,
    event: @escaping @Sendable (inout State) -> ServerEvent?
) throws(WebError) -> Response {
    let connection = Connection.current
    try connection?.beginStream(of: request.query.get("browser"))
    let body = ResponseBody { writer in
        let watched = StreamedState(initial)
        // One waiting signal is enough: it says that the state is newer than what was sent.
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        connection?.whenOver { signal.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await change in changes {
                    watched.state.withLock { apply(&$0, change) }
                    signal.yield()
                }
                signal.finish()
            }
            group.addTask {
                // A line now and then shows both sides whether the other is still there.
                while !Task.isCancelled {
                    try await Task.sleep(for: beat)
                    signal.yield()
                }
            }
            try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
            for await _ in signals {
                let new = watched.new(event)
                try await writer.write(ByteBuffer(string: new.text.isEmpty ? ": here\n\n" : new.text))
                if new.isLast { break }
                try await Task.sleep(for: pause)
            }
            let last = watched.new(event)
            if !last.text.isEmpty { try await writer.write(ByteBuffer(string: last.text)) }
            group.cancelAll()
        }
        try await writer.finish(nil)
    }
    return Response(
        status: .ok, headers: .eventStream, body: body)
}

/// A state that one task changes and another sends.
private final class StreamedState<State: Sendable>: Sendable {
    let state: Mutex<State>

    init(_ state: State) {
        self.state = Mutex(state)
    }

    /// All events that are new, and whether nothing follows them.
    func new(_ event: (inout State) -> ServerEvent?) -> (text: String, isLast: Bool) {
        state.withLock { state in
            var text = ""
            while let next = event(&state) {
                // An event that no JSON can carry is left out; there is none.
                text += (try? next.text()) ?? ""
                if next.isLast { return (text, true) }
            }
            return (text, false)
        }
    }
}

extension HTTPField.Name {
    /// The last event that a browser has seen, sent when it comes back.
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
