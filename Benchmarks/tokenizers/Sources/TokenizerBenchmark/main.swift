// SPDX-License-Identifier: Apache-2.0

import EmberTokenizers
import Foundation

// TokenizerBenchmark TOKENIZER.JSON TEXT [ROUNDS]
// Prints one JSON object: seconds for loading, and for encoding the text whole and line by line, one value per round,
// with the number of ids, so that another implementation's results can be checked against it.
let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: TokenizerBenchmark TOKENIZER.JSON TEXT [ROUNDS]")
    exit(2)
}
let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: arguments[2])), as: UTF8.self)
let rounds = arguments.count > 3 ? Int(arguments[3]) ?? 3 : 3
let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
let clock = ContinuousClock()

func seconds(_ body: () throws -> Void) rethrows -> Double {
    let duration = try clock.measure(body)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}

var tokenizer: Tokenizer
do throws(TokenizerError) {
    tokenizer = try Tokenizer(tokenizerJSON: file)
} catch {
    print("\(error)")
    exit(1)
}
let load = try seconds { tokenizer = try Tokenizer(tokenizerJSON: file) }
var ids: [Int] = []
var whole: [Double] = []
var byLine: [Double] = []
for _ in 0..<rounds {
    // A fresh tokenizer each time: nothing is remembered from the round before.
    tokenizer = try Tokenizer(tokenizerJSON: file)
    whole.append(try seconds { ids = try tokenizer.encode(text, addSpecialTokens: false) })
    tokenizer = try Tokenizer(tokenizerJSON: file)
    byLine.append(try seconds { for line in lines { _ = try tokenizer.encode(line, addSpecialTokens: false) } })
}
var checksum = 0
for id in ids { checksum = (checksum &* 31 &+ id) & 0xFFFF_FFFF }
print(
    "{\"load\": \(load), \"whole\": \(whole), \"lines\": \(byLine), \"ids\": \(ids.count), \"checksum\": \(checksum)}")
