// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a program that has ended left behind.
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

/// Runs `hearth` to its end, without a terminal.
func runHearth(
    _ arguments: [String], stdin: String = "", environment: [String: String] = [:]
) throws -> ProgramResult {
    let process = Process()
    process.executableURL = try hearthProgram()
    process.arguments = arguments
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

/// The most memory, in bytes, that `hearth` has resident on its way to its end; what it prints is thrown away.
func peakMemory(_ arguments: [String]) throws -> Int {
    var files: posix_spawn_file_actions_t = .init()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0) }
    let program = try hearthProgram().path
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    try #require(posix_spawn(&process, program, &files, nil, &words, environ) == 0)
    var status: Int32 = 0
    var usage = rusage()
    try #require(wait4(process, &status, 0, &usage) == process)
    return residentBytes(usage)
}

/// The most memory, in bytes, that this process has had resident.
func ownMemory() -> Int {
    var usage = rusage()
    #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
        getrusage(RUSAGE_SELF, &usage)
    #endif
    return residentBytes(usage)
}

/// Linux counts kilobytes, macOS bytes.
private func residentBytes(_ usage: rusage) -> Int {
    #if os(Linux)
        return usage.ru_maxrss * 1024
    #else
        return usage.ru_maxrss
    #endif
}
