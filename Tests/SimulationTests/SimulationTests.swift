// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Lives of a household. Each runs in the program `simulate`, which has the clock and the disk to itself.
@Suite(.serialized) struct SimulationTests {
    private func simulate(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.deletingLastPathComponent().appending(path: "simulate")
        if !FileManager.default.fileExists(atPath: process.executableURL?.path ?? "") {
            process.executableURL = URL(filePath: ".build/release/simulate")
        }
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// A life that is lived twice is the same to each decision and each moment.
    @Test func aSeedDecidesEverything() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "simulation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var traces: [Data] = []
        for number in 0..<2 {
            let file = folder.appending(path: "\(number)")
            _ = try simulate(["--seed", "7", "--actions", "1000", "--trace", file.path])
            traces.append(try Data(contentsOf: file))
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0].count > 1_000)
    }

    @Test(arguments: [1, 2, 3, 4, 5]) func nothingIsFound(seed: Int) throws {
        let (status, output) = try simulate(["--seed", "\(seed)", "--actions", "10000"])
        print(output)
        #expect(status == 0, "\(output)")
    }
}
