// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// How many rows of what was found a page shows: a step more each time that somebody asks for more, as
/// `?show=120`.
struct ShownRows: Sendable {
    /// Nobody reads more; who has more found needs other words.
    static let most = 1_200

    let count: Int
    /// How many are shown next; `nil` where there are no more, or no more can be shown.
    let next: Int?
    /// Whether there are more than can be shown.
    let isEnd: Bool

    init(_ query: Parameters, step: Int) {
        let wish = query.number("show", in: 0...1_000_000) ?? step
        (count, next, isEnd) = (min(max(wish, step), Self.most), nil, false)
    }

    /// - Parameter found: one more than shown, where there are more.
    init(_ shown: Int, of found: Int, step: Int) {
        count = shown
        let isMore = found > shown
        next = isMore && shown < Self.most ? min(shown + step, Self.most) : nil
        isEnd = isMore && next == nil
    }
}
