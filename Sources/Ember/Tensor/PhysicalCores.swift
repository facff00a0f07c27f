// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The processors that this process may use and that share no core with one another; at least 1.
///
/// Hyper-threads add nothing to arithmetic that saturates the memory.
func physicalCores() -> Int {
    #if os(Linux)
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let allowed = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        let cores = processors(in: allowed?.split(separator: "\t").last ?? "").map { cpu in
            let topology = "/sys/devices/system/cpu/cpu\(cpu)/topology/"
            let core = try? String(contentsOfFile: topology + "core_id", encoding: .utf8)
            let package = try? String(contentsOfFile: topology + "physical_package_id", encoding: .utf8)
            // Where the system does not tell, each processor counts as a core.
            return core.flatMap { core in package.map { core + $0 } } ?? "\(cpu)"
        }
        if !cores.isEmpty { return Set(cores).count }
    #endif
    return max(1, ProcessInfo.processInfo.activeProcessorCount)
}

/// Reads a list as the kernel writes it: `0-3,8,10-11`.
func processors(in list: some StringProtocol) -> [Int] {
    list.split(separator: ",").flatMap { part -> [Int] in
        let ends = part.split(separator: "-").compactMap { Int(String($0).filter(\.isNumber)) }
        guard let first = ends.first, let last = ends.last, first <= last, last < 1 << 16 else { return [] }
        return Array(first...last)
    }
}
