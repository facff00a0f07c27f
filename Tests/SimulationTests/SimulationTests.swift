// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Households live on a simulated machine, each in a process of its own; see docs/simulation.md.
@Suite struct SimulationTests {
    static let actions = 2_500

    @Test(arguments: 1...10)
    func `a household finds all that it was promised`(seed: Int) throws {
        let (status, output) = try simulate(["--seed", "\(seed)", "--actions", "\(Self.actions)"])
        #expect(status == 0, "\(output)")
    }

    /// Nothing found says something only where faults are found.
    @Test(arguments: ["lost-write", "kept-words", "kept-facts"])
    func `a fault that was put in is found and told in few steps`(fault: String) throws {
        let (status, output) = try simulate(["--seed", "1", "--actions", "4000", "--fault", fault])
        #expect(status == 1, "\(output)")
        let only = try #require(output.firstMatch(of: /ONLY=([0-9,]+)/), "\(output)").output.1
        #expect(only.split(separator: ",").count < 8, "\(output)")
    }

    private func simulate(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = try program("simulate")
        process.arguments = arguments + ["--shrink", "60"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// A program that was built with these tests.
    private func program(_ name: String) throws -> URL {
        let folders =
            [Bundle.main.executableURL?.deletingLastPathComponent(), Bundle.main.bundleURL]
            + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let programs = folders.compactMap { $0?.appending(path: name) }
        return try #require(
            programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "no \(name) beside the tests")
    }
}
