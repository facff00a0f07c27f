// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthEngine
import Testing

/// A folder with what Linux tells of memory under `/proc`.
func writeMemory(available: Int, total: Int = 8_000_000, waiting: Double = 0, in folder: URL) throws {
    let pressure = folder.appending(path: "pressure")
    try FileManager.default.createDirectory(at: pressure, withIntermediateDirectories: true)
    let info = """
        MemTotal:       \(total) kB
        MemFree:          100000 kB
        MemAvailable:   \(available) kB

        """
    try Data(info.utf8).write(to: folder.appending(path: "meminfo"))
    let lines = """
        some avg10=\(waiting) avg60=99.00 avg300=99.00 total=1
        full avg10=99.00 avg60=0.00 avg300=0.00 total=0

        """
    try Data(lines.utf8).write(to: pressure.appending(path: "memory"))
}

@Suite struct MemoryPressureTests {
    @Test(arguments: [
        (400_000, 0.0, false), (399_999, 0.0, true), (4_000_000, 20.0, false), (4_000_000, 20.01, true),
    ])
    func `memory is short below a twentieth, or when programs wait for it`(
        available: Int, waiting: Double, isShort: Bool
    ) async throws {
        try await withTemporaryFolder { folder in
            try writeMemory(available: available, waiting: waiting, in: folder)
            let memory = MemoryPressure(folder: folder)
            #expect(memory.isShort == isShort)
            #expect(memory.available == available * 1024)
            #expect(memory.total == 8_000_000 * 1024)
        }
    }

    @Test func `where nothing is known, nothing is short`() async throws {
        try await withTemporaryFolder { folder in
            #expect(!MemoryPressure(folder: folder).isShort)
            #expect(MemoryPressure(folder: folder).available == nil)
        }
    }

    #if os(Linux)
        @Test func `this machine's memory is known`() throws {
            let memory = MemoryPressure()
            let (available, total) = (try #require(memory.available), try #require(memory.total))
            #expect(available > 0 && available <= total)
        }
    #endif
}
