// SPDX-License-Identifier: Apache-2.0

/// `mlx-community/Qwen3-1.7B-4bit` as people call it: Qwen3 1.7B.
func shortName(_ model: String) -> String {
    if model == "hearth/pocket" { return "Pocket" }
    let last = model.split(separator: "/").last.map(String.init) ?? model
    let name = last.hasSuffix(".gguf") ? String(last.dropLast(5)) : last
    let words = name.split(separator: "-").filter { word in
        let word = word.lowercased()
        return !unspoken.contains(word) && !word.hasSuffix("bit") && !(word.hasPrefix("q") && word.contains("_"))
    }
    return words.isEmpty ? name : words.joined(separator: " ")
}

/// Parts of a model's name that say how it was made, which the list of models says in words.
private let unspoken: Set<String> = ["instruct", "it", "chat", "mlx", "gguf", "bf16", "fp16", "f16", "fp32"]
