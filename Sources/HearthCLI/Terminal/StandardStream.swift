// SPDX-License-Identifier: Apache-2.0

package import EmberJSON
import Foundation
import Synchronization

/// Standard output or standard error, written to at once: the door through which all text leaves the program.
///
/// People get `ScreenText` and programs get JSON, so a terminal obeys nothing in the output but what the program itself
/// writes for it.
package struct StandardStream: Sendable {
    private let descriptor: Int32

    package static let output = StandardStream(descriptor: STDOUT_FILENO)
    package static let error = StandardStream(descriptor: STDERR_FILENO)

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    package func write(_ text: ScreenText) { send(text.text) }

    /// Writes one value on a line of its own.
    package func write(json: JSON) { write(jsonText: json.text + "\n") }

    /// Writes JSON, or a part of it, as it is laid out.
    package func write(jsonText text: String) { send(Sanitizer.json(text)) }

    /// Writes `json` where a program asked for it, else what is meant for people, either with a line feed.
    func answer(_ json: JSON?, else text: @autoclosure () -> ScreenText) {
        if let json { write(json: json) } else { write("\(text())\n") }
    }

    /// Why standard output did not take all that was written; 0 as long as it does.
    private static let failure = Atomic<Int32>(0)

    /// Why what was printed is not complete, such as a full disk, in the system's words. A reader that has gone away
    /// is no failure of ours.
    static var outputFault: String? {
        let number = failure.load(ordering: .relaxed)
        return number == 0 ? nil : String(cString: strerror(number))
    }

    /// Writes all of `text`. After a failure nothing more is written: it would stand behind a gap.
    private func send(_ text: String) {
        guard descriptor != STDOUT_FILENO || Self.failure.load(ordering: .relaxed) == 0 else { return }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&place, 1, -1)
                    continue
                }
                if descriptor == STDOUT_FILENO, errno != EPIPE { Self.failure.store(errno, ordering: .relaxed) }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// Not here: what it prints is raw.
@available(*, unavailable, message: "write ScreenText or JSON to a StandardStream, so that nothing leaves raw")
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
