// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthStore

// StoreBenchmark FOLDER [SESSIONS MESSAGES]
// Makes a store with that much in it (10,000 sessions and 500,000 messages) unless the folder has one, then prints a line for
// each thing that is measured: the median and the slowest of its rounds, in milliseconds.
let arguments = CommandLine.arguments
guard arguments.count == 2 || arguments.count == 4, let sessions = Int(arguments.count > 2 ? arguments[2] : "10000"),
    let messages = Int(arguments.count > 3 ? arguments[3] : "500000"), sessions > 0, messages >= sessions
else {
    print("usage: StoreBenchmark FOLDER [SESSIONS MESSAGES]")
    exit(2)
}
let folder = URL(filePath: arguments[1])
let clock = ContinuousClock()

func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
    let duration = try await clock.measure(body)
    return Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) * 1e-15
}

func measure(_ name: String, rounds: Int = 21, _ body: () async throws -> Void) async throws {
    var times: [Double] = []
    for _ in 0..<rounds { times.append(try await milliseconds(body)) }
    times.sort()
    let name = name.padding(toLength: 44, withPad: " ", startingAt: 0)
    print(name + String(format: "%9.2f %9.2f", times[rounds / 2], times[rounds - 1]))
}

func open() throws -> Store {
    switch Store.open(in: folder) {
    case .ready(let store): return store
    case .unusable(let recovery): throw recovery.problem
    }
}

if !StoreFiles(folder: folder).isBegun {
    let time = try await milliseconds {
        let store = try open()
        try await fill(store, sessions: sessions, messages: messages)
        try store.close()
    }
    print("filled with \(sessions) sessions and \(messages) messages in \(Int(time / 1000)) s")
}
let files = StoreFiles(folder: folder)
let bytes = try files.database.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
print("database: \(bytes / 1_000_000) MB")
print("                                               median   slowest  (ms)")

try await measure("open, read the first page, close") {
    let store = try open()
    _ = try await store.sessions(before: nil, limit: 50)
    try store.close()
}
let store = try open()
try await measure("history, first page of 50") { _ = try await store.sessions(before: nil, limit: 50) }
let late = try await store.sessions(before: nil, limit: sessions * 9 / 10).last?.lastMessageAt
try await measure("history, page at nine tenths") { _ = try await store.sessions(before: late, limit: 50) }
let some = try await store.sessions(before: late, limit: 21)
var next = some.makeIterator()
try await measure("messages of a session") {
    if let session = next.next() { _ = try await store.messages(of: session.id) }
}
for (name, query) in queries {
    var found = 0
    try await measure("search, \(name)") { found = try await store.search(query, limit: 20).count }
    if found == 0 { print("    (finds nothing)") }
}

var session = Session(id: UUID().uuidString.lowercased(), createdAt: Date())
var answer = Message(
    id: UUID().uuidString.lowercased(), session: session.id, parent: nil, role: .assistant, content: "",
    createdAt: Date(), state: .arriving)
try await store.save([answer], in: session)
var growing = Texts(seed: 7)
try await measure("save a growing answer", rounds: 101) {
    answer.content += growing.text(words: 20) + " "
    try await store.update(answer)
}
answer.state = .complete
try await measure("complete it, with its index", rounds: 1) { try await store.update(answer) }
try await measure("save a question and an empty answer") {
    let id = UUID().uuidString.lowercased()
    let question = Message(
        id: id, session: session.id, parent: answer.id, role: .user, content: growing.text(words: 15), createdAt: Date()
    )
    session.leaf = id
    try await store.save([question], in: session)
}
print("peak memory: \(peakResidentBytes() / 1_000_000) MB")
try await measure("erase a session with all its traces", rounds: 3) {
    guard let oldest = try await store.sessions(before: late, limit: 1).first else { return }
    try await store.delete(oldest.id, at: .distantPast)
    try await store.erase(deletedBefore: .now)
}
let copy = folder.appending(path: "copy.sqlite")
try await measure("backup, with its check", rounds: 1) { try await store.backUp(to: copy) }
try FileManager.default.removeItem(at: copy)
try store.close()

/// The most memory that this process has had resident, in bytes.
func peakResidentBytes() -> Int {
    var usage = rusage()
    #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    #else
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #endif
}
