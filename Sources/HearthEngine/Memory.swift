// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// How much memory the machine has left. Files under `/proc` tell; where there are none, nothing is known.
package struct MemoryPressure: Sendable {
    private let folder: URL

    /// - Parameter folder: `/proc`, or what stands for it in a test.
    package init(folder: URL = URL(filePath: "/proc")) { self.folder = folder }

    /// Bytes that programs can still have, what the system can take back from its file cache included. Source:
    /// proc_meminfo(5).
    package var available: Int? { kilobytes("MemAvailable").map { $0 * 1024 } }
    package var total: Int? { kilobytes("MemTotal").map { $0 * 1024 } }

    /// Whether a model that nobody is using should give its memory back: less than a twentieth of the machine's memory
    /// is left, or in the last 10 seconds some program waited for memory for more than a fifth of the time.
    ///
    /// The second also holds in a container, whose limit the first does not see. Source: Linux,
    /// Documentation/accounting/psi.rst.
    package var isShort: Bool {
        if let available, let total, available < total / 20 { return true }
        return waiting.map { $0 > 20 } ?? false
    }

    /// Percent of the last 10 seconds in which some program waited for memory.
    private var waiting: Double? {
        lines("pressure/memory").first { $0.hasPrefix("some ") }.flatMap { line in
            line.split(separator: " ").first { $0.hasPrefix("avg10=") }.flatMap { Double($0.dropFirst(6)) }
        }
    }

    private func kilobytes(_ name: String) -> Int? {
        lines("meminfo").first { $0.hasPrefix(name + ":") }.flatMap { line in
            line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
    }

    private func lines(_ file: String) -> [Substring] {
        // A system without these files is no error.
        let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
        return text?.split(separator: "\n") ?? []
    }
}

/// Memory that this program uses, in bytes, including weights that are read from a file.
package enum ProcessMemory {
    package static var peak: Int {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return max(usage.ru_maxrss * 1024, now ?? 0)
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #endif
    }

    /// `nil` where the system has no `/proc`.
    package static var now: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
