// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A terminal that a test sits at, with a `hearth` in it: types, and waits for what a person would wait for.
///
/// The program is the leader of a session of its own, so that Ctrl-C reaches it as it does at a desk.
final class PseudoTerminal {
    private let keyboard: Int32
    /// Kept open, so that the terminal's settings can be looked at when the program has gone.
    private let line: Int32
    private let process: pid_t
    private var written: [UInt8] = []
    /// How much of it `wait` has looked at.
    private var seen = 0
    private var hasEnded = false

    /// `POSIX_SPAWN_SETSID`, which the C library does not show to Swift everywhere.
    #if os(Linux)
        private static let newSession: Int16 = 0x80
    #else
        private static let newSession: Int16 = 0x400
    #endif

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        var (keyboard, line) = (Int32(-1), Int32(-1))
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        var path = [CChar](repeating: 0, count: 128)
        try #require(openpty(&keyboard, &line, &path, nil, &size) == 0)
        (self.keyboard, self.line) = (keyboard, line)
        _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
        _ = fcntl(line, F_SETFD, FD_CLOEXEC)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a session that opens a terminal gets it for its own.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession)

        let program = try hearthProgram().path
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let all = hearthEnvironment(["TERM": "xterm-256color"].merging(environment) { $1 })
        let variables = all.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var child = pid_t()
        try #require(posix_spawn(&child, program, &actions, &attributes, words, variables) == 0)
        process = child
    }

    deinit {
        if !hasEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(keyboard)
        close(line)
    }

    /// Everything that the program wrote, escape sequences included.
    var output: String { String(decoding: written, as: UTF8.self) }

    func type(_ keys: String) {
        var bytes = Array(keys.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    func signal(_ number: Int32) { kill(process, number) }

    /// Whether the terminal shows what is typed and gathers lines, as it does for a shell.
    var isOrdinary: Bool {
        var attributes = termios()
        tcgetattr(line, &attributes)
        let flags = tcflag_t(ICANON | ECHO | ISIG)
        return attributes.c_lflag & flags == flags && attributes.c_iflag & tcflag_t(ICRNL) != 0
    }

    /// Reads until `text` comes, behind what an earlier call waited for.
    func wait(for text: String, seconds: Double = 30) throws {
        let end = Date(timeIntervalSinceNow: seconds)
        while true {
            if let found = written[seen...].firstRange(of: Array(text.utf8)) {
                seen = found.upperBound
                return
            }
            guard Date() < end, read(until: end) else {
                let rest = String(decoding: written[seen...], as: UTF8.self)
                Issue.record("no \(text.debugDescription) in \(rest.debugDescription)")
                throw CancellationError()
            }
        }
    }

    /// Reads until the program writes something behind what was waited for.
    func waitForMore(seconds: Double = 30) throws {
        let end = Date(timeIntervalSinceNow: seconds)
        while seen == written.count { try #require(read(until: end), "nothing more was written") }
    }

    /// Reads until the program ends.
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    func end(seconds: Double = 30) throws -> Int32 {
        let end = Date(timeIntervalSinceNow: seconds)
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            try #require(Date() < end, "still running after \(output.suffix(200).debugDescription)")
            _ = read(until: Date(timeIntervalSinceNow: 0.05))
        }
        hasEnded = true
        while read(until: Date()) {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Takes what the program wrote.
    /// - Returns: `false` when there was nothing before `end`.
    private func read(until end: Date) -> Bool {
        var source = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, Int32(max(0, end.timeIntervalSinceNow) * 1000)) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = Foundation.read(keyboard, &bytes, bytes.count)
        guard count > 0 else { return false }
        written += bytes[..<count]
        return true
    }
}
