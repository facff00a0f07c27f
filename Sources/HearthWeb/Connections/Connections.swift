// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import Synchronization

/// The connections of a server, and which of them has a place.
///
/// A browser has six connections to a server, however many pages it shows, and a stream of events keeps one. So of the
/// streams of one browser, the oldest ends when there would be too many; its page opens a new one two seconds later.
/// Pages take turns then, and never wait for one another.
///
/// A client is a stranger until a request shows the cookie or the key. Strangers have few places of their own; when all
/// are taken, the one that came first makes room, so that nobody without a key keeps out somebody who has one. When all
/// places of guests are taken, the guest that has been idle longest makes room.
final class Connections: Sendable {
    enum Rank: Sendable { case stranger, guest, program, leaving }

    private struct Entry {
        let channel: any Channel
        var rank = Rank.stranger
        /// Since when nothing was asked; `nil` while something is.
        var idleSince: ContinuousClock.Instant? = .now
        /// Rises with each stream; `nil` where there is none.
        var stream: Int?
        /// The browser that reads the stream.
        var browser: String?
        /// Another stream of the browser has taken its place.
        var hasYielded = false
        /// Ends what is being streamed.
        var finish: (@Sendable () -> Void)?

        var isInside: Bool { rank == .guest || rank == .program }
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var soFar = 0
        var streamsSoFar = 0
        var listener: (any Channel)?
        var isEnding = false

        func count(_ holds: (Entry) -> Bool) -> Int { entries.values.count(where: holds) }

        /// Numbers rise, so the lowest came first.
        func first(_ rank: Rank) -> Int? { entries.filter { $0.value.rank == rank }.keys.min() }

        func longestIdle() -> Int? {
            let idle = entries.compactMap { number, entry in
                entry.isInside ? entry.idleSince.map { (number: number, since: $0) } : nil
            }
            return idle.min { $0.since < $1.since }?.number
        }
    }

    private let places: WebConfiguration.Places
    private let state = Mutex(State())

    init(_ places: WebConfiguration.Places) { self.places = places }

    // MARK: Coming and going

    func enter(_ channel: any Channel) -> Connection {
        let (number, turnedAway, isEnding) = state.withLock { state in
            var turnedAway: [(channel: any Channel, isLeaving: Bool)] = []
            // Those that leave take a moment, which many could make long.
            if state.count({ $0.rank == .leaving }) >= places.strangers, let first = state.first(.leaving),
                let entry = state.entries[first]
            {
                turnedAway.append((entry.channel, true))
            }
            if state.count({ $0.rank == .stranger }) >= places.strangers, let first = state.first(.stranger),
                let entry = state.entries[first]
            {
                state.entries[first]?.rank = .leaving
                turnedAway.append((entry.channel, false))
            }
            state.soFar += 1
            state.entries[state.soFar] = Entry(channel: channel)
            return (state.soFar, turnedAway, state.isEnding)
        }
        for (channel, isLeaving) in turnedAway {
            if isLeaving { channel.close(promise: nil) } else { tell(channel, .full) }
        }
        if isEnding { channel.close(promise: nil) }
        return Connection(number: number, all: self)
    }

    fileprivate func admit(_ number: Int, as rank: Rank) throws(WebError) {
        let made: (isIn: Bool, room: (any Channel)?) = state.withLock { state in
            guard let entry = state.entries[number], entry.rank != .leaving else { return (false, nil) }
            var room: (any Channel)?
            if !entry.isInside, state.count(\.isInside) >= places.guests {
                guard let idle = state.longestIdle() else { return (false, nil) }
                room = state.entries[idle]?.channel
                state.entries[idle]?.rank = .leaving
            }
            state.entries[number]?.rank = rank
            return (true, room)
        }
        if let room = made.room { tell(room, .full) }
        guard made.isIn else { throw WebError(.serviceUnavailable, .crowded) }
    }

    fileprivate func mayStay(_ number: Int) -> Bool {
        state.withLock { $0.entries[number]?.isInside == true && !$0.isEnding }
    }

    fileprivate func setIdle(_ number: Int, _ isIdle: Bool) {
        state.withLock { state in
            state.entries[number]?.idleSince = isIdle ? .now : nil
            guard isIdle else { return }
            state.entries[number]?.stream = nil
            state.entries[number]?.hasYielded = false
            state.entries[number]?.finish = nil
        }
    }

    fileprivate func leave(_ number: Int) { state.withLock { $0.entries[number]?.rank = .leaving } }

    fileprivate func forget(_ number: Int) {
        let finish = state.withLock { $0.entries.removeValue(forKey: number)?.finish }
        finish?()
    }

    // MARK: Streams

    fileprivate func beginStream(_ number: Int, of browser: String?) throws(WebError) {
        let begun: (isFree: Bool, oldest: (@Sendable () -> Void)?) = state.withLock { state in
            guard state.count({ $0.stream != nil }) < places.streams else { return (false, nil) }
            var oldest: (@Sendable () -> Void)?
            if let browser {
                let own = state.entries.filter {
                    $0.value.browser == browser && $0.value.stream != nil && !$0.value.hasYielded
                }
                let first = own.min { $0.value.stream ?? 0 < $1.value.stream ?? 0 }
                if own.count >= places.streamsOfBrowser, let first {
                    state.entries[first.key]?.hasYielded = true
                    oldest = first.value.finish
                }
            }
            state.streamsSoFar += 1
            state.entries[number]?.stream = state.streamsSoFar
            state.entries[number]?.browser = browser
            return (true, oldest)
        }
        begun.oldest?()
        guard begun.isFree else { throw WebError(.serviceUnavailable, .crowded) }
    }

    fileprivate func whenOver(_ number: Int, _ finish: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            state.entries[number]?.finish = finish
            return state.entries[number]?.hasYielded ?? true || state.isEnding
        }
        if isOver { finish() }
    }

    fileprivate func finishStream(_ number: Int) {
        let finish = state.withLock { $0.entries[number]?.finish }
        finish?()
    }

    // MARK: All of them

    func listen(on channel: any Channel) { state.withLock { $0.listener = channel } }

    /// Lets nobody in any more. Who is answered is answered to the end, but for streams, which end now.
    func end() {
        let (listener, channels) = state.withLock { state in
            state.isEnding = true
            return (state.listener, state.entries.values.map(\.channel))
        }
        listener?.close(promise: nil)
        for channel in channels { tell(channel, .ending) }
    }

    /// Cuts the connections of programs, whose key is another one now.
    func cutPrograms() {
        let channels = state.withLock { $0.entries.values.filter { $0.rank == .program }.map(\.channel) }
        for channel in channels { channel.close(promise: nil) }
    }

    private func tell(_ channel: any Channel, _ event: ConnectionEvent) {
        channel.pipeline.fireUserInboundEventTriggered(event)
    }
}

/// A message to one connection about all of them.
enum ConnectionEvent: Sendable {
    /// Its place is needed.
    case full
    /// The server ends.
    case ending
}

/// One of the connections.
struct Connection: Sendable {
    /// The connection of the request that is being answered; `nil` without a socket.
    @TaskLocal static var current: Connection?

    fileprivate let number: Int
    let all: Connections

    /// Gives it a place among those who have the cookie or the key.
    /// - Throws: `WebError` `.crowded` when all are taken by others that are being answered.
    func admit(as rank: Connections.Rank) throws(WebError) { try all.admit(number, as: rank) }

    /// Whether it may ask more after this answer.
    var mayStay: Bool { all.mayStay(number) }

    func setIdle(_ isIdle: Bool) { all.setIdle(number, isIdle) }
    func leave() { all.leave(number) }
    func forget() { all.forget(number) }

    /// Counts its answer among the streams, of which there may be so many, until it is idle again.
    /// - Parameter browser: what the browser calls itself, the same in all its pages; `nil` for one that does not say.
    /// - Throws: `WebError` `.crowded`.
    func beginStream(of browser: String?) throws(WebError) { try all.beginStream(number, of: browser) }

    /// - Parameter finish: called when nobody reads any more, or the server ends.
    func whenOver(_ finish: @escaping @Sendable () -> Void) { all.whenOver(number, finish) }

    func finishStream() { all.finishStream(number) }
}
