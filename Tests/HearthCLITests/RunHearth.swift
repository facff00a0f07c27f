// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The result of a program that has ended.
struct ProgramResult {
    let status: Int32
    let output: String
    let errors: String
}

/// The `hearth` that was built with these tests.
func hearthProgram() throws -> URL {
    let folders =
        [Bundle.main.executableURL?.deletingLastPathComponent(), Bundle.main.bundleURL]
        + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let programs = folders.compactMap { $0?.appending(path: "hearth") }
    return try #require(
        programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "no hearth beside the tests")
}

/// This process's environment without what would change a chat, and with `changes`.
func hearthEnvironment(_ changes: [String: String]) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in ["HEARTH_HOME", "HEARTH_MODEL", "NO_COLOR", "TERM"] { environment[name] = nil }
    return environment.merging(changes) { $1 }
}

/// Whether the programs under test carry AddressSanitizer, which reserves more memory than any limit allows.
let underAddressSanitizer = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil

/// Runs `hearth` to its end, without a terminal.
/// - Parameter memoryLimit: kilobytes that it may ask the system for; more is refused to it. Linux counts what is
///   private to it.
func runHearth(
    _ arguments: [String], stdin: String = "", environment: [String: String] = [:], memoryLimit: Int? = nil
) throws -> ProgramResult {
    let process = Process()
    if let memoryLimit, !underAddressSanitizer {
        process.executableURL = URL(filePath: "/bin/sh")
        let command = "ulimit -d \(memoryLimit) && exec \"$0\" \"$@\""
        process.arguments = ["-c", command, try hearthProgram().path] + arguments
    } else {
        process.executableURL = try hearthProgram()
        process.arguments = arguments
    }
    process.environment = hearthEnvironment(environment)
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // What is written and read here fits the pipes' buffers.
    try input.fileHandleForWriting.write(contentsOf: Data(stdin.utf8))
    try input.fileHandleForWriting.close()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return ProgramResult(
        status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
        errors: String(decoding: complaints, as: UTF8.self))
}
