// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files between sending and importing, by a name of their own. They are in memory only; the oldest make room.
actor PendingImports {
    private var jobs: [(key: String, job: ImportJob)] = []
    private static let most = 3

    func keep(_ job: ImportJob) -> String {
        let key = UUID().uuidString
        jobs.append((key, job))
        if jobs.count > Self.most { forgetOldest() }
        return key
    }

    private func forgetOldest() {
        let idle = jobs.firstIndex { !$0.job.isGoingOn } ?? 0
        // One that is being read stops; one that is being saved is nearly done.
        if case .reading = jobs[idle].job.phase { jobs[idle].job.cancel() }
        jobs.remove(at: idle)
    }

    subscript(_ key: String) -> ImportJob? { jobs.first { $0.key == key }?.job }
}
