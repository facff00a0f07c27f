// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Memory and bandwidth that a model needs, before it is there: estimates, to be shown as such.
public struct ModelNeeds: Sendable, Equatable {
    /// Bytes of memory with a conversation of usual length.
    public let memory: Int
    /// Bytes that each token of an answer has to read.
    let bytesRead: Int

    /// A conversation of usual length, in tokens.
    private static let usualTokens = 4096
    /// The program itself, and its tables.
    private static let program = 150_000_000

    public init(_ entry: CatalogueEntry) {
        self.init(weights: entry.approximateBytes, bytesPerToken: entry.bytesPerToken)
    }

    /// - Parameter weights: bytes of the weights' files. Ember's own layout of them takes about as much.
    public init(weights: Int, bytesPerToken: Int = 100_000) {
        memory = weights + bytesPerToken * Self.usualTokens + Self.program
        bytesRead = max(weights, 1)
    }

    /// Tokens a second to expect at most. Writing a token reads every weight once, at nearly the speed at which the
    /// machine reads memory; docs/performance.md has 89 % of it measured.
    /// - Parameter bandwidth: bytes a second at which this machine's memory was measured to be read.
    public func tokensPerSecond(bandwidth: Double) -> Double { 0.85 * bandwidth / Double(bytesRead) }

    public func fit(in machine: MachineMemory) -> MemoryFit {
        if memory > machine.total { return .tooLarge }
        return memory > machine.available ? .tight : .comfortable
    }
}

/// Whether a model goes into a machine's memory.
public enum MemoryFit: String, Sendable {
    case comfortable
    /// Other programs would have to give some back.
    case tight
    case tooLarge
}

/// The memory of the machine, or of the part of it that this program may use.
public struct MachineMemory: Sendable, Equatable {
    /// Bytes.
    public var total: Int
    /// Bytes that could be had now without hurting others.
    public var available: Int

    public init(total: Int, available: Int) {
        self.total = total
        self.available = available
    }

    /// This machine, now. Source: proc_meminfo(5) and Linux's cgroup v2, where these are.
    public static var here: MachineMemory {
        let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        func text(_ path: String) -> String {
            // A system without the file says nothing about the matter.
            (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        }
        let limit = Int(text("/sys/fs/cgroup/memory.max").trimmingCharacters(in: .whitespacesAndNewlines)) ?? physical
        let used = Int(text("/sys/fs/cgroup/memory.current").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        let free = meminfo(text("/proc/meminfo"), "MemAvailable") ?? physical
        let total = min(physical, limit)
        return MachineMemory(total: total, available: min(free, limit < physical ? max(0, limit - used) : total))
    }

    /// Bytes that a line such as `MemAvailable:  123 kB` says.
    static func meminfo(_ text: String, _ name: String) -> Int? {
        for line in text.split(separator: "\n") {
            let parts = line.split(whereSeparator: { $0 == " " || $0 == ":" })
            if parts.first.map(String.init) == name, parts.count > 1, let kilobytes = Int(parts[1]) {
                let (bytes, overflow) = kilobytes.multipliedReportingOverflow(by: 1024)
                return overflow ? nil : bytes
            }
        }
        return nil
    }
}
