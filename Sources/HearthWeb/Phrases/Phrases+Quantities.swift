// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

extension Phrases {
    func number(_ value: Int) -> String {
        value.formatted(.number.locale(language.locale))
    }

    /// One digit after the mark below ten, none above: 1.4, 14.
    func number(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(value < 9.95 ? 1 : 0)).locale(language.locale))
    }

    /// Bytes in the largest unit of which there is one, with a space that does not break.
    func bytes(_ count: Int) -> String {
        let count = Double(max(0, count))
        if count >= 950_000_000 { return "\(number(count / 1e9))\u{A0}\(self("unit.gigabyte"))" }
        if count >= 950_000 { return "\(Int((count / 1e6).rounded()))\u{A0}\(self("unit.megabyte"))" }
        return "\(Int((count / 1e3).rounded()))\u{A0}\(self("unit.kilobyte"))"
    }

    /// Values for the phrases about a full disk.
    func values(_ room: MissingRoom) -> [String: String] {
        ["free": bytes(room.free), "needed": bytes(room.needed)]
    }

    /// 38%; French sets a narrow space before the sign.
    /// - Parameter fraction: 0…1.
    func percent(_ fraction: Double) -> String {
        percent(Int((min(1, max(0, fraction)) * 100).rounded()))
    }

    /// - Parameter hundredths: 0…100.
    func percent(_ hundredths: Int) -> String {
        language == .french ? "\(hundredths)\u{202F}%" : "\(hundredths)%"
    }

    func seconds(_ seconds: Double) -> String {
        let seconds = Int(max(1, seconds.rounded()))
        if seconds < 60 { return "\(seconds)\u{A0}s" }
        if seconds < 3600 {
            let rest = seconds % 60
            return "\(seconds / 60)\u{A0}min" + (rest == 0 || seconds >= 600 ? "" : " \(rest)\u{A0}s")
        }
        return "\(seconds / 3600)\u{A0}h \(seconds % 3600 / 60)\u{A0}min"
    }
}
