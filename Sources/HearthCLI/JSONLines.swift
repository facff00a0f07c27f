// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation

/// JSON lines in, JSON lines out: one answer for each line, in order.
enum JSONLines {
    /// Answers each line of standard input with what `answer` returns.
    ///
    /// A line that fails is answered with `{"error": "…"}`, so that the others keep their places.
    /// - Parameter failuresAreAnswers: whether an error is a result like any other.
    /// - Throws: `ExitCode.failure` in the end when a line failed, after a sentence on standard error.
    static func answerEach(failuresAreAnswers: Bool = false, _ answer: (JSON) async throws -> JSON) async throws {
        try await writeEach(failuresAreAnswers: failuresAreAnswers) { line, output in
            output.write((try await answer(line).text) + "\n")
        }
    }

    /// As `answerEach`, for answers that are too long to be held as one value.
    static func writeEach(
        failuresAreAnswers: Bool = false, _ answer: (JSON, Output) async throws -> Void
    ) async throws {
        var lines = 0
        var failures = 0
        let output = Output()
        while let line = readLine() {
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            lines += 1
            do {
                let json: JSON
                do { json = try JSON(parsing: line) } catch { throw LineError(detail: "not JSON: \(error.detail)") }
                guard json.object != nil else { throw LineError(detail: "expected an object, found \(json.kind)") }
                try await answer(json, output)
            } catch {
                failures += 1
                let sentence: JSON = ["error": .string("\(error)")]
                output.write(sentence.text + "\n")
            }
            output.flush()
        }
        if failures > 0, !failuresAreAnswers {
            StandardError.line("\(failures) of \(lines) lines could not be answered; see their \"error\"")
            throw ExitCode.failure
        }
    }
}

/// What is wrong with a line of input.
struct LineError: Error, CustomStringConvertible {
    let detail: String
    var description: String { detail }
}

/// Standard output, gathered so that long lines of numbers do not cost a system call each.
final class Output {
    private var bytes: [UInt8] = []
    private static let enough = 1 << 16

    func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        if bytes.count >= Self.enough { flush() }
    }

    func flush() {
        try? FileHandle.standardOutput.write(contentsOf: bytes)  // a reader that has gone away is no failure of ours
        bytes.removeAll(keepingCapacity: true)
    }
}

/// Progress and complaints, which never mix with results.
enum StandardError {
    static func line(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
