// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import Foundation
import Synchronization

/// Brings one file here, over several connections where the server knows ranges, and checks it.
struct FileTransfer {
    let url: URL
    let partial: PartialFile
    let client: HubClient
    let limits: DownloadLimits
    let board: ProgressBoard

    private var file: RemoteFile { partial.file }

    private enum Changed: Error {
        /// The file on the server has changed since its first bytes arrived.
        case contents
        /// The server has stopped to know ranges, or never did; how it is with the contents, the next answer tells.
        case ranges
    }

    func run() async throws {
        board.begin(file, done: await partial.done)
        if await partial.isVerified { return }
        while true {
            try await fetchAll()
            board.phase(.verifying)
            if try await partial.verify() { return }
            board.begin(file, done: 0)
        }
    }

    /// Goes on until nothing is missing.
    private func fetchAll() async throws {
        var retry = RetryState(limits.retries)
        var restarts = 0
        var furthest = await partial.done
        do {
            while let first = await partial.missing.first {
                do {
                    board.phase(.downloading)
                    try await fetchMissing(from: first)
                } catch let failure as PassingFailure {
                    let done = await partial.done
                    if done > furthest { retry.renew() }
                    furthest = max(furthest, done)
                    try await retry.wait(after: failure) { board.wait($0) }
                } catch let change as Changed {
                    // Here and no earlier: no other connection is writing any more.
                    if change == .contents { try await startAnew(etag: nil) }
                    restarts += 1
                    guard restarts <= limits.mostRestarts else {
                        throw HubError(
                            .wrongContents, "\(file.path)",
                            "changes on \(client.host) while it is fetched; try again later")
                    }
                }
            }
        } catch {
            try? await partial.save()  // the first failure is the one to tell
            throw error
        }
    }

    private func startAnew(etag: String?) async throws {
        try await partial.restart(etag: etag)
        board.begin(file, done: 0)
    }

    /// The first answer shows what the server can do; the other connections follow it.
    private func fetchMissing(from first: Range<Int>) async throws {
        let answer = try await request(first)
        if answer.status == 200 {
            // Either the contents have changed, or the server knows no ranges: in both cases this is all of the file.
            try await startAnew(etag: answer.etag)
            var position = 0
            return try await copy(answer, to: 0..<file.size, position: &position)
        }
        try await require(answer, is: first)
        await partial.adopt(etag: answer.etag)
        let pieces = Pieces(await partial.missing.filter { $0 != first })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await fetch(first, answer, then: pieces) }
            for _ in 1..<max(1, min(limits.connections, pieces.count + 1)) {
                group.addTask { try await fetch(pieces) }
            }
            try await group.waitForAll()
        }
    }

    private func fetch(_ first: Range<Int>, _ answer: HubAnswer, then pieces: Pieces) async throws {
        try await fetch(first, beginning: answer)
        try await fetch(pieces)
    }

    private func fetch(_ pieces: Pieces) async throws {
        while let piece = pieces.next() { try await fetch(piece, beginning: nil) }
    }

    /// Fetches a piece, however many answers that takes.
    private func fetch(_ piece: Range<Int>, beginning: HubAnswer?) async throws {
        var retry = RetryState(limits.retries)
        var position = piece.lowerBound
        var waiting = beginning
        while position < piece.upperBound {
            let start = position
            do {
                let rest = start..<piece.upperBound
                let answer: HubAnswer
                if let given = waiting { answer = given } else { answer = try await request(rest) }
                waiting = nil
                guard answer.status == 206 else { throw Changed.ranges }
                try await require(answer, is: rest)
                try await copy(answer, to: rest, position: &position)
            } catch let failure as PassingFailure {
                if position > start { retry.renew() }
                try await retry.wait(after: failure) { board.wait($0) }
                board.phase(.downloading)
            }
        }
    }

    /// Asks for a part of the file, or, where that is all of it, for the file.
    private func request(_ range: Range<Int>) async throws -> HubAnswer {
        var headers: [(String, String)] = []
        if range != 0..<file.size {
            headers.append(("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)"))
            // A weak name does not promise the same bytes, so it cannot be used here. Source: RFC 9110, section 13.1.5.
            if let etag = await partial.etag, !etag.hasPrefix("W/") { headers.append(("If-Range", etag)) }
        }
        let answer = try await client.get(url, headers: headers)
        if answer.status == 416 { throw Changed.contents }
        try answer.requireSuccess(for: "\(file.path)")
        return answer
    }

    /// Checks that a partial answer is the part that was asked for, of the contents that are here.
    private func require(_ answer: HubAnswer, is range: Range<Int>) async throws {
        if let known = await partial.etag, let etag = answer.etag, etag != known {
            throw Changed.contents
        }
        let expected = "bytes \(range.lowerBound)-\(range.upperBound - 1)/"
        guard let sent = answer.headers.first("Content-Range"),
            [expected + "\(file.size)", expected + "*"].contains(sent)
        else {
            throw HubError(
                .brokenAnswer, "\(file.path)",
                "\(answer.host) sends another part of the file than \(expected)\(file.size)")
        }
    }

    /// Writes what arrives where it belongs.
    /// - Parameter position: where the next byte goes, also when this ends too early.
    private func copy(_ answer: HubAnswer, to range: Range<Int>, position: inout Int) async throws {
        if let length = answer.headers.first("Content-Length"), Int(length) != range.count {
            throw HubError(
                .wrongContents, "\(file.path)",
                "\(answer.host) has \(length) bytes where its list says \(range.count); "
                    + "the repository may have changed just now")
        }
        var body = answer.body
        while let bytes = try await body.next() {
            guard bytes.count <= range.upperBound - position else {
                throw HubError(.wrongContents, "\(file.path)", "\(answer.host) sends more than its list says")
            }
            let done = try await partial.write(bytes, at: position)
            position += bytes.count
            board.received(bytes.count, file: file, done: done)
        }
        guard position == range.upperBound else {
            throw PassingFailure(
                cause: HubError(
                    .connection, "\(file.path)", "\(answer.host) stopped in the middle: the file is cut short"))
        }
    }
}

extension HubAnswer {
    /// Version of these contents, as the server names it.
    var etag: String? { headers.first("ETag") }
}

/// Pieces that wait for a connection.
private final class Pieces: Sendable {
    private let waiting: Mutex<ArraySlice<Range<Int>>>
    let count: Int

    init(_ pieces: [Range<Int>]) {
        waiting = Mutex(pieces[...])
        count = pieces.count
    }

    func next() -> Range<Int>? { waiting.withLock { $0.popFirst() } }
}
