// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The terminal that a person sits at: how it treats keys, its size, its bytes. Puts everything back as it was.
///
/// The editor wants every key as it comes; while an answer is written, keys wait unseen and Ctrl-C is a signal.
final class Terminal: Sendable {
    enum Mode: Sendable { case original, editing, answering }

    enum Event {
        case bytes([UInt8])
        case timedOut
        /// The size changed, or the program was stopped and goes on: draw anew.
        case disturbed
        /// Nobody is there any more.
        case closed
    }

    private let input: Int32
    private let output: Int32
    private let original: termios
    /// A pipe that wakes `wait` up.
    private let wakeReader: Int32
    private let wakeWriter: Int32
    private let mode = Mutex(Mode.original)

    /// Bracketed paste: the terminal then marks what comes from the clipboard.
    private static let pasteOn: ScreenText = "\u{1B}[?2004h"
    private static let pasteOff: ScreenText = "\u{1B}[?2004l"

    /// `nil` where there is no terminal that can be drawn on.
    init?(environment: [String: String]) {
        input = STDIN_FILENO
        output = STDOUT_FILENO
        var attributes = termios()
        let canDraw = !["", "dumb"].contains(environment["TERM", default: ""])
        guard canDraw, isatty(output) == 1, tcgetattr(input, &attributes) == 0 else {
            return nil
        }
        original = attributes
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (wakeReader, wakeWriter) = (ends[0], ends[1])
    }

    deinit {
        close(wakeReader)
        close(wakeWriter)
    }

    /// Columns and rows; 80 by 24 where the terminal does not say.
    var size: (columns: Int, rows: Int) {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(window.ws_col), Int(window.ws_row))
    }

    /// Changes how keys are treated.
    func enter(_ next: Mode) {
        mode.withLock { mode in
            guard mode != next else { return }
            let wasEditing = mode == .editing
            mode = next
            apply(next)
            if wasEditing { write(Self.pasteOff) }
            if next == .editing { write(Self.pasteOn) }
        }
    }

    /// Takes the terminal back after the program was stopped and the shell had it.
    func resume() {
        mode.withLock { mode in
            guard mode != .original else { return }
            apply(mode)
            if mode == .editing { write(Self.pasteOn) }
        }
        wake()
    }

    private func apply(_ mode: Mode) {
        var attributes = original
        if mode != .original {
            attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
            if mode == .editing {
                attributes.c_lflag &= ~tcflag_t(ISIG | IEXTEN)
                attributes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP)
            }
            withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
        }
        // At once: what has been typed ahead stays, and output that is held up must not hold us up.
        tcsetattr(input, TCSANOW, &attributes)
    }

    /// Makes `wait` return.
    func wake() {
        var byte: UInt8 = 0
        _ = Foundation.write(wakeWriter, &byte, 1)
    }

    /// Waits for the next keys.
    /// - Parameter milliseconds: how long at most; `nil` waits for ever.
    func wait(milliseconds: Int32?) -> Event {
        while true {
            var sources = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&sources, nfds_t(sources.count), milliseconds ?? -1)
            if ready < 0 {
                if errno == EINTR { continue }
                return .closed
            }
            if ready == 0 { return .timedOut }
            if sources[1].revents != 0 {
                var drained = [UInt8](repeating: 0, count: 64)
                while read(wakeReader, &drained, drained.count) > 0 {}
                return .disturbed
            }
            var bytes = [UInt8](repeating: 0, count: 1 << 14)
            let count = read(input, &bytes, bytes.count)
            if count > 0 { return .bytes(Array(bytes[..<count])) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            return .closed
        }
    }

    /// Writes all of `text`.
    func write(_ text: ScreenText) { StandardStream.output.write(text) }
}
