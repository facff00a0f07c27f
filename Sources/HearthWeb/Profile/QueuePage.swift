// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// The facts that wait for the user: one to answer, and the next ones below.
struct QueuePage: Page {
    static let template = "you-confirm"
    /// Facts that are shown below the first.
    static let next = 20

    let title: String
    let back = "/you/facts"
    let backLabel: String
    let sub: String
    let waiting: WaitingView?
    let waitingCount: String
    let others: [WaitingView]
    let hasOthers: Bool
    /// The page to return to after confirming or refusing a fact.
    let confirmBack = "/you/confirm"
    let isEmpty: Bool
    let hasKeys: Bool
    let swipes: Bool
    let notice: ActNotice?

    /// - Parameter waiting: the first ones, of `count` in all.
    init(
        _ waiting: [WaitingView], count: Int, hasKeys: Bool = true, swipes: Bool = true, notice: ActNotice? = nil,
        _ say: Phrases
    ) {
        title = say("you.isItRight")
        backLabel = say("you.backToFacts")
        sub = say.count("you.unsure", count)
        self.waiting = waiting.first
        waitingCount = say("you.place", ["n": say.number(1), "all": say.number(count)])
        others = Array(waiting.dropFirst())
        hasOthers = !others.isEmpty
        isEmpty = waiting.isEmpty
        (self.hasKeys, self.swipes, self.notice) = (hasKeys, swipes, notice)
    }
}
