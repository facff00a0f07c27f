// SPDX-License-Identifier: Apache-2.0
//
// What libFuzzer calls. `scripts/fuzz PARSER SECONDS` builds this, chooses the parser by FUZZ_PARSER and gives it the
// fixtures to begin with. An input may be refused with an error; anything else than an error or a result is a defect.

import ChatTemplates
import Ember
import EmberGrammar
import EmberJSON
import EmberTokenizers
import Foundation

/// The parsers that read what others wrote, one line each.
private let parsers: [String: @Sendable ([UInt8]) -> Void] = [
    "gguf": readGGUF,
    "json": { bytes in _ = try? JSON(parsing: bytes) },
    "pickle": readPickle,
    "safetensors": { bytes in read(bytes, named: "model.safetensors") { try SafetensorsFile($0).tensors } },
    "schema": compileSchema,
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

/// Opens a file of weights, and checks that no tensor of it lies outside.
private func read(_ bytes: [UInt8], named name: String, _ open: (URL) throws -> [TensorEntry]) {
    withFile(bytes, named: name) { url in
        guard let tensors = try? open(url) else { return }
        for tensor in tensors {
            precondition(tensor.range.lowerBound >= 0 && tensor.range.upperBound <= bytes.count)
            switch tensor.type {
            case .plain(let type): precondition(tensor.range.count == tensor.count * type.size)
            case .blocks(let type): precondition(tensor.range.count == tensor.count / type.inputs * type.bytes)
            }
        }
    }
}

/// A file that describes a model has its tokenizer and its chat template read too, as loading it would.
@Sendable private func readGGUF(_ bytes: [UInt8]) {
    read(bytes, named: "model.gguf") { url in
        let tensors = try GGUFModel(url).tensors
        if let folder = try? ModelFolder(url), let tokenizer = try? folder.tokenizer() {
            try use(tokenizer)
            _ = try? folder.files.chatTemplates().map { try ChatTemplate($0.standard) }
        }
        return tensors
    }
}

@Sendable private func readPickle(_ bytes: [UInt8]) {
    read(bytes, named: "pytorch_model.bin") { try TorchFile($0).tensors }
}

/// A schema that was accepted has to bear any text.
@Sendable private func compileSchema(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes) else { return }
    _ = try? Grammar(schema: json)
    if let pattern = json.string { _ = try? Grammar(regex: pattern) }
}

@Sendable private func readTokenizer(_ bytes: [UInt8]) {
    guard let tokenizer = try? Tokenizer(tokenizerJSON: bytes) else { return }
    try? use(tokenizer)
}

/// A tokenizer that was accepted has to bear any text and any tokens.
private func use(_ tokenizer: Tokenizer) throws {
    let tokens = try tokenizer.encode("Hearth, naïve: 12 3456\t\u{1F525}\u{0301} <s>\n\n  x")
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
