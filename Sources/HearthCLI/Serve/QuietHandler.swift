// SPDX-License-Identifier: Apache-2.0

import Logging

/// Hands lines on to another handler, except while there is nobody to read them for.
struct QuietHandler: LogHandler {
    private var handler: any LogHandler
    private let isQuiet: @Sendable () -> Bool

    init(_ handler: any LogHandler, isQuiet: @escaping @Sendable () -> Bool) {
        self.handler = handler
        self.isQuiet = isQuiet
    }

    func log(event: LogEvent) { if !isQuiet() { handler.log(event: event) } }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }
    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }
}
