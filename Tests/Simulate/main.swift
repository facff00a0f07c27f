// SPDX-License-Identifier: Apache-2.0

import Foundation
import Simulation

/// The arguments of `simulate`, which prints how it is used where there are others.
///
/// Each life is lived in a process of its own, in which Swift's dictionaries have the same order every time.
struct SimulateArguments {
    static let usage = """
        simulate [--seed N] [--actions N] [--only 1,2,3] [--trace FILE] [--shrink SECONDS] [--fault \
        \(Fault.allCases.map(\.rawValue).joined(separator: "|"))]
        """

    var seed: UInt64 = 1
    var actions = 10_000
    var only: [Int]?
    var trace: String?
    /// How long shorter sequences are looked for.
    var shrinkSeconds = 600.0
    var fault: Fault?
    var isLife = false

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
            case "--actions": actions = rest.popFirst().flatMap { Int($0) } ?? actions
            case "--only": only = rest.popFirst()?.split(separator: ",").compactMap { Int($0) }
            case "--trace": trace = rest.popFirst()
            case "--shrink": shrinkSeconds = rest.popFirst().flatMap { Double($0) } ?? shrinkSeconds
            case "--fault": fault = rest.popFirst().flatMap { Fault(rawValue: $0) }
            case "--life": isLife = true
            default:
                print(Self.usage)
                exit(2)
            }
        }
    }

    var simulation: Simulation { Simulation(seed: seed, count: actions, only: only.map { Set($0) }, fault: fault) }
}

/// The outcome of one simulated life.
struct Result: Codable {
    var kind: String?
    var detail: String?
    var step = 0
    var steps = 0
    var processorSeconds = 0.0
}

/// Processor seconds after which a life of this length has no end.
func limit(_ actions: Int) -> rlim_t { rlim_t(60 + actions / 20) }

func live(_ arguments: SimulateArguments) -> Never {
    var most = rlimit(rlim_cur: limit(arguments.actions), rlim_max: limit(arguments.actions))
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &most)
    let outcome = arguments.simulation.run()
    if let trace = arguments.trace {
        try? Data(outcome.trace.joined(separator: "\n").utf8).write(to: URL(filePath: trace))
    }
    var result = Result()
    if let finding = outcome.finding {
        (result.kind, result.detail, result.step) = (finding.kind, finding.detail, finding.step)
    }
    (result.steps, result.processorSeconds) = (outcome.steps, outcome.processorSeconds)
    print(String(decoding: (try? JSONEncoder().encode(result)) ?? Data(), as: UTF8.self))
    fflush(nil)
    _exit(0)
}

/// Has a life be lived, and waits for it.
func outcome(_ arguments: SimulateArguments, only: [Int]?, trace: String? = nil) -> Result {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    var list = ["--life", "--seed", "\(arguments.seed)", "--actions", "\(arguments.actions)"]
    if let only { list += ["--only", only.map(String.init).joined(separator: ",")] }
    if let trace { list += ["--trace", trace] }
    if let fault = arguments.fault { list += ["--fault", fault.rawValue] }
    process.arguments = list
    process.environment = ProcessInfo.processInfo.environment.merging(
        ["SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "UTC", "LANG": "C.UTF-8"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    do { try process.run() } catch { return Result(kind: "error", detail: "\(error)") }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let last = output.split(separator: UInt8(ascii: "\n")).last ?? Data()
    guard let result = try? JSONDecoder().decode(Result.self, from: last) else {
        // Killed by the limit of its processor time.
        let isEndless = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
        return isEndless
            ? Result(kind: "hang", detail: "an action does not end", step: arguments.actions)
            : Result(kind: "crash", detail: "it ended with \(process.terminationStatus)", step: arguments.actions)
    }
    return result
}

let arguments = SimulateArguments(Array(CommandLine.arguments.dropFirst()))
if arguments.isLife { live(arguments) }
let result = outcome(arguments, only: arguments.only, trace: arguments.trace)
guard let kind = result.kind else {
    print("seed \(arguments.seed): \(result.steps) actions, nothing found; ", terminator: "")
    print("\(Int(Double(result.steps) / max(result.processorSeconds, 0.001))) actions a second of processor time")
    exit(0)
}
print("seed \(arguments.seed), step \(result.step), after \(result.steps) actions: \(kind): \(result.detail ?? "")")
var shorter = arguments
let all = arguments.only ?? Array(1...max(result.step, 1))
let end = Date().addingTimeInterval(arguments.shrinkSeconds)
let shortest = shrink(all) { Date() < end && outcome(arguments, only: $0).kind == kind }
shorter.only = shortest
let again = outcome(arguments, only: shortest)
print("The shortest sequence in which it happens: \(again.detail ?? "")")
for line in shorter.simulation.script { print("  \(line)") }
let list = shortest.map(String.init).joined(separator: ",")
print("make simulate SEED=\(arguments.seed) ACTIONS=\(arguments.actions) ONLY=\(list)")
exit(1)
