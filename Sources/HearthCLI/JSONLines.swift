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
                try await answer(try object(line), output)
            } catch {
                failures += 1
                output.write(sentence(for: error))
            }
            output.flush()
        }
        if !failuresAreAnswers { try report(failures: failures, of: lines) }
    }

    /// As `answerEach`, for answers that are cheaper when several are computed together: those lines that have arrived.
    /// - Parameter answer: given objects, returns for each the text of its answer.
    static func answerTogether(
        _ answer: ([JSON]) async throws -> [Result<String, LineError>]
    ) async throws {
        var lines = 0
        var failures = 0
        let output = Output()
        let input = ArrivingLines()
        while let arrived = input.next() {
            let parsed = arrived.filter { $0.contains { !$0.isWhitespace } }.map { line in
                Result { () throws(LineError) in try object(line) }
            }
            var answers = try await answer(parsed.compactMap { try? $0.get() })[...]  // what failed is answered below
            for line in parsed {
                lines += 1
                do {
                    _ = try line.get()
                    output.write(try answers.removeFirst().get() + "\n")
                } catch {
                    failures += 1
                    output.write(sentence(for: error))
                }
            }
            output.flush()
        }
        try report(failures: failures, of: lines)
    }

    private static func object(_ line: String) throws(LineError) -> JSON {
        let json: JSON
        do { json = try JSON(parsing: line) } catch { throw LineError(detail: "not JSON: \(error.detail)") }
        guard json.object != nil else { throw LineError(detail: "expected an object, found \(json.kind)") }
        return json
    }

    private static func sentence(for error: any Error) -> String {
        let sentence: JSON = ["error": .string("\(error)")]
        return sentence.text + "\n"
    }

    private static func report(failures: Int, of lines: Int) throws {
        guard failures > 0 else { return }
        StandardStream.error.write("\(failures) of \(lines) lines could not be answered; see their \"error\"\n")
        throw ExitCode.failure
    }
}

/// The lines of standard input in the groups in which they arrive: as many as are there, at least one.
final class ArrivingLines {
    private var rest: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Waits for the next lines, without their ends; `nil` at the end of the input.
    func next() -> [String]? {
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                defer { rest = [] }
                return rest.isEmpty ? nil : [String(decoding: rest, as: UTF8.self)]
            }
            let new = buffer[..<count]
            guard let end = new.lastIndex(of: UInt8(ascii: "\n")) else {
                rest += new
                continue
            }
            let whole = rest + new[..<end]
            rest = Array(new[(end + 1)...])
            return whole.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// A fault in a line of input.
struct LineError: Error, CustomStringConvertible {
    let detail: String
    var description: String { detail }
}

/// JSON on its way to standard output, gathered so that long lines of numbers do not cost a system call each.
final class Output {
    private var text = ""
    private static let enough = 1 << 16

    func write(_ json: String) {
        text += json
        if text.utf8.count >= Self.enough { flush() }
    }

    func flush() {
        StandardStream.output.write(jsonText: text)
        text.removeAll(keepingCapacity: true)
    }
}
