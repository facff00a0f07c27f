// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthModels
import Synchronization

/// How many requests of programs are answered at once. Each takes memory for its conversation, and people's own have to
/// find room.
final class AnswerPlaces: Sendable {
    /// One of them, free again when nobody holds it any more.
    final class Place: Sendable {
        private let places: AnswerPlaces
        /// Keeps background work away from the model.
        private let foregroundWork: ForegroundWork

        fileprivate init(_ places: AnswerPlaces) {
            self.places = places
            foregroundWork = places.backgroundJobs.beginForegroundWork()
        }

        deinit { places.taken.withLock { $0 -= 1 } }
    }

    private let most: Int
    private let backgroundJobs: BackgroundJobs
    private let taken = Mutex(0)

    init(_ most: Int, backgroundJobs: BackgroundJobs) { (self.most, self.backgroundJobs) = (most, backgroundJobs) }

    /// - Throws: `WebError` `.busy` when none is free.
    func take() throws(WebError) -> Place {
        let isFree = taken.withLock { taken in
            guard taken < most else { return false }
            taken += 1
            return true
        }
        guard isFree else {
            throw WebError(
                .tooManyRequests, .busy,
                "\(most) requests of programs are being answered already. Try again in a moment.")
        }
        return Place(self)
    }
}
