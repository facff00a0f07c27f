// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthStore

/// Talking, backing up, restoring, clearing, deleting, damaging and starting again, in orders that nobody would think
/// of.
@Suite struct OrderTests {
    /// `HEARTH_ORDERS` asks for more.
    static let lives = ProcessInfo.processInfo.environment["HEARTH_ORDERS"].flatMap { Int($0) } ?? 4

    @Test(arguments: 0..<lives)
    func `in whatever order things happen, nothing is lost and nothing erased remains`(seed: Int) async throws {
        try await withTemporaryFolder { folder in
            var life = try StoreLife(in: folder, seed: seed)
            for step in 0..<60 {
                do { try await life.step() } catch {
                    Issue.record("seed \(seed), step \(step): \(error) after \(life.done.suffix(20))")
                    return
                }
            }
            try life.close()
        }
    }
}
