// SPDX-License-Identifier: Apache-2.0

import HearthChat

extension Phrases {
    /// Sessions by the day when something was last said in them, in the order in which they come.
    func days(_ sessions: [Session], _ clock: WallClock) -> [(title: String, sessions: [Session])] {
        var days: [(title: String, sessions: [Session])] = []
        for session in sessions {
            let title = dayTitle(session.lastMessageAt, clock)
            if days.last?.title == title {
                days[days.count - 1].sessions.append(session)
            } else {
                days.append((title, [session]))
            }
        }
        return days
    }
}

extension Session {
    /// Its title, or what stands in for one.
    func name(_ say: Phrases) -> String {
        isTemporary ? say("chat.temporaryChat") : title.isEmpty ? say("chat.new") : title
    }
}
