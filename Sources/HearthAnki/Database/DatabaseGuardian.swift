// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Foundation

/// Decides what a statement on a stranger's database may do, and for how long.
final class DatabaseGuardian {
    /// Tables that the statement being prepared may read.
    var tables: Set<String> = []
    /// Why SQLite was stopped in the middle.
    private(set) var stoppedBy: AnkiError?

    private let watch: WorkWatch
    private let clock = ContinuousClock()
    private let end: ContinuousClock.Instant
    private let memoryBefore = sqlite3_memory_used()

    /// A schema of a million tables would take this much before the first statement runs.
    private static let mostMemory: Int64 = 256 << 20

    init(_ watch: WorkWatch) {
        self.watch = watch
        end = clock.now + .seconds(watch.limits.databaseSeconds)
    }

    private static func this(_ place: UnsafeMutableRawPointer?) -> DatabaseGuardian? {
        place.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// Called by SQLite for everything that a statement would do, while it is prepared.
    static let authorize:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { place, action, first, _, _, view in
            guard let guardian = this(place), view == nil else { return SQLITE_DENY }
            let name = first.map { String(cString: $0).lowercased() } ?? ""
            return switch action {
            case SQLITE_SELECT: SQLITE_OK
            case SQLITE_READ: guardian.tables.contains(name) ? SQLITE_OK : SQLITE_DENY
            case SQLITE_PRAGMA: guardian.tables.contains("pragma:\(name)") ? SQLITE_OK : SQLITE_DENY
            default: SQLITE_DENY
            }
        }

    /// Called by SQLite every few thousand steps of its machine; anything but 0 stops it.
    static let looksUp: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { place in
        guard let guardian = this(place) else { return 1 }
        return guardian.mayGoOn() ? 0 : 1
    }

    private func mayGoOn() -> Bool {
        if stoppedBy != nil { return false }
        if clock.now > end {
            let seconds = Int(watch.limits.databaseSeconds)
            stoppedBy = AnkiError(.tooSlow, "", "cannot be read within \(seconds) seconds; it may be damaged")
        } else if sqlite3_memory_used() - memoryBefore > Self.mostMemory {
            stoppedBy = AnkiError(.tooLarge, "", "takes too much memory to open; its schema is not one of Anki's")
        } else if !watch.goesOn() {
            stoppedBy = WorkWatch.cancelled
        }
        return stoppedBy == nil
    }

    /// Anki's order of names: without regard to case.
    static let compareNames:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
        ) -> Int32 = { _, firstCount, first, secondCount, second in
            func folded(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
                String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self).lowercased()
            }
            let (left, right) = (folded(first, firstCount), folded(second, secondCount))
            return left == right ? 0 : left < right ? -1 : 1
        }
}
