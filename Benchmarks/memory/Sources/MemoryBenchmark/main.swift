// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import HearthModels
import HearthStore

// MemoryBenchmark FOLDER VECTORS WIDTH TEXTS: makes a store in an empty folder with a passage for each line of TEXTS and its vector, fp32
// numbers behind one another in VECTORS. Then it obeys lines of standard input, each answered with a line of milliseconds:
//     search LINE QUESTION     with the vector of that line as the question's
//     add LINE TEXT            a passage with the vector of that line
let arguments = CommandLine.arguments
guard arguments.count == 5, let width = Int(arguments[3]), width > 0 else {
    print("usage: MemoryBenchmark FOLDER VECTORS WIDTH TEXTS")
    exit(2)
}

/// Embeds a line's number as the vector of that line, so that what a model takes is not measured.
struct Given: Embedding {
    let numbers: [Float]
    let width: Int

    func embeddingModels() -> [String] { ["given"] }

    func vector(_ line: Int) -> [Float] { Array(numbers[line * width..<(line + 1) * width]) }

    func embed(_ texts: [String], with model: String) -> Embeddings {
        Embeddings(vectors: texts.map { vector(Int($0.prefix { $0.isNumber }) ?? 0) }, tokens: 0)
    }
}

let given = Given(
    numbers: try Data(contentsOf: URL(filePath: arguments[2])).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) },
    width: width)
let texts = try String(contentsOf: URL(filePath: arguments[4]), encoding: .utf8).split(separator: "\n").map(String.init)
guard case .ready(let store) = Store.open(in: URL(filePath: arguments[1])) else { exit(1) }
let clock = ContinuousClock()
let day = 86_400.0
/// Conversations of twenty passages, a minute apart, one a day.
func draft(_ line: Int, _ text: String) -> PassageDraft {
    PassageDraft(
        kind: .message, source: "message-\(line)", thread: "thread-\(line / 20)",
        speaker: line.isMultiple(of: 2) ? "user" : "assistant",
        date: Date(timeIntervalSinceReferenceDate: Double(line / 20) * day + Double(line % 20) * 60), text: text,
        language: .english)
}

func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
    try await clock.measure(work) / .milliseconds(1)
}

for begin in stride(from: 0, to: texts.count, by: 500) {
    let lines = begin..<min(begin + 500, texts.count)
    try await store.add(lines.map { draft($0, texts[$0]) })
    try await store.add(lines.map { PassageVector(passage: $0 + 1, given.vector($0)) }, of: "given")
}
let now = Date(timeIntervalSinceReferenceDate: Double(texts.count / 20) * day)
let recall = Recall(store, embedding: given, model: "given")
let first = try await milliseconds { _ = try await recall.search(MemoryQuestion("0 first", now: now), limit: 20) }
print("ready \(first)")
fflush(stdout)

var added = texts.count
while let line = readLine() {
    let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count == 3, let number = Int(parts[1]) else { continue }
    let time = try await milliseconds {
        if parts[0] == "add" {
            added += 1
            try await store.add([draft(added, parts[2])])
            try await store.add([PassageVector(passage: added, given.vector(number))], of: "given")
        } else {
            _ = try await recall.search(MemoryQuestion("\(number) \(parts[2])", now: now), limit: 20)
        }
    }
    print(time)
    fflush(stdout)
}
try store.close()
