// SPDX-License-Identifier: Apache-2.0
//
// What libFuzzer calls. `scripts/fuzz PARSER SECONDS` builds this, chooses the parser by FUZZ_PARSER and gives it the fixtures
// to begin with. An input may be refused with an error; anything else than an error or a result is a defect.

import Ember
import EmberJSON
import EmberTokenizers
import Foundation

/// The parsers that read what others wrote, one line each.
private let parsers: [String: @Sendable ([UInt8]) -> Void] = [
    "json": { bytes in _ = try? JSON(parsing: bytes) },
    "safetensors": readSafetensors,
    "template": renderTemplate,
    "tokenizer": readTokenizer,
]

private let parse: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["FUZZ_PARSER"] ?? ""
    guard let parse = parsers[name] else {
        fatalError("FUZZ_PARSER must be one of \(parsers.keys.sorted().joined(separator: ", "))")
    }
    return parse
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    parse(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}

// MARK: One parser each

/// Files are mapped, so each input becomes one; in memory where the system has a place for that.
private func withFile(_ bytes: [UInt8], named name: String, _ body: (URL) -> Void) {
    let shared = "/dev/shm"
    let base = FileManager.default.fileExists(atPath: shared) ? shared : NSTemporaryDirectory()
    let url = URL(filePath: base).appending(path: "hearth-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(name)")
    guard (try? Data(bytes).write(to: url)) != nil else { return }
    body(url)
    try? FileManager.default.removeItem(at: url)
}

@Sendable private func readSafetensors(_ bytes: [UInt8]) {
    withFile(bytes, named: "model.safetensors") { url in
        guard let file = try? SafetensorsFile(url) else { return }
        for tensor in file.tensors {
            precondition(tensor.range.lowerBound >= 0 && tensor.range.upperBound <= bytes.count)
            precondition(tensor.range.count == tensor.count * tensor.type.size)
        }
    }
}

/// A tokenizer that was accepted has to bear any text and any tokens.
@Sendable private func readTokenizer(_ bytes: [UInt8]) {
    guard let tokenizer = try? Tokenizer(tokenizerJSON: bytes) else { return }
    let text = "Hearth, naïve: 12 3456\t\u{1F525}\u{0301} <s>\n\n  x"
    guard let tokens = try? tokenizer.encode(text) else { return }
    _ = tokenizer.decode(tokens, skipSpecialTokens: false)
    var stream = tokenizer.streamDecoder(skipSpecialTokens: true)
    for token in tokens + [-1, 0, 1, Int(Int32.max)] { _ = stream.append(token) }
    _ = stream.finish()
}

@Sendable private func renderTemplate(_ bytes: [UInt8]) {
    guard let template = try? ChatTemplate(String(decoding: bytes, as: UTF8.self)) else { return }
    let messages: JSON = [
        ["role": "system", "content": "s"], ["role": "user", "content": "Hé <|x|>"],
        ["role": "assistant", "content": "a"],
        ["role": "user", "content": "b"],
    ]
    let tools: JSON = [["type": "function", "function": ["name": "f", "parameters": ["type": "object"]]]]
    let all: JSON = [
        "messages": messages, "tools": tools, "add_generation_prompt": true, "bos_token": "<s>", "eos_token": "</s>",
        "enable_thinking": false,
    ]
    guard let variables = all.object else { return }
    _ = try? template.render(variables, now: TemplateClock(Date(timeIntervalSince1970: 0)))
}
