// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging

/// Writes log lines to standard error, where a person reads them: what a request put into one stays on its line and
/// harmless.
struct StreamHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning
    private let label: String

    init(_ label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let time = Date().formatted(.iso8601)
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let list = facts.map { " \($0.key)=\($0.value)" }.joined()
        let error = event.error.map { ": \($0)" } ?? ""
        StandardStream.error.write(
            "\(time) \(event.level.rawValue) \(line: label):\(line: list) \(line: "\(event.message)\(error)")\n")
    }
}
