// SPDX-License-Identifier: Apache-2.0

/// Cuts a stream of bytes into the data of its events. Source: WHATWG HTML, section 9.2.6.
///
/// Names, identifiers and comments are read over. An event that is not closed by an empty line is none.
struct EventLines {
    /// Bytes that a line, and the data of an event, may have.
    let longest: Int
    private var line: [UInt8] = []
    private var data: [UInt8]?
    /// A carriage return has just ended a line; a newline after it belongs to it.
    private var isAfterReturn = false
    private var isBeginning = true

    init(longest: Int) { self.longest = longest }

    /// - Returns: the data of each event that is complete now.
    /// - Throws: `failure` when a line or an event gets too long.
    mutating func take<Failure: Error>(
        _ bytes: some Sequence<UInt8>, or failure: @autoclosure () -> Failure
    ) throws(Failure) -> [[UInt8]] {
        var events: [[UInt8]] = []
        for byte in bytes {
            let follows = isAfterReturn && byte == UInt8(ascii: "\n")
            isAfterReturn = byte == UInt8(ascii: "\r")
            if follows { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if let event = endLine() { events.append(event) }
            } else {
                line.append(byte)
            }
            guard line.count + (data?.count ?? 0) <= longest else { throw failure() }
        }
        return events
    }

    private mutating func endLine() -> [UInt8]? {
        defer { line.removeAll(keepingCapacity: true) }
        if isBeginning {
            isBeginning = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        if line.isEmpty {
            defer { data = nil }
            return data
        }
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard name.elementsEqual("data".utf8) else { return nil }
        var value = line.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        if data == nil { data = [] } else { data?.append(UInt8(ascii: "\n")) }
        data?.append(contentsOf: value)
        return nil
    }
}
