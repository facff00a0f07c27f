// SPDX-License-Identifier: Apache-2.0

/// `mlx-community/Qwen3-1.7B-4bit` as people call it: Qwen3 1.7B.
func shortName(_ model: String) -> String {
    if model == "hearth/pocket" { return "Pocket" }
    let last = model.split(separator: "/").last.map(String.init) ?? model
    let file = last.hasSuffix(".gguf") ? String(last.dropLast(5)) : last
    let name = String(file.replacing(/[.\-](?:i?q[0-9][0-9a-z_]*|bf16|fp?16|fp?32)$/.ignoresCase(), with: ""))
    let words = name.split(separator: "-").filter { word in
        let word = word.lowercased()
        return !unspoken.contains(word) && !word.hasSuffix("bit") && word.wholeMatch(of: /q\d_[a-z0-9_]+/) == nil
    }
    // Some write their name in small letters alone.
    let isSmall = words.count > 1 && name == name.lowercased()
    return words.isEmpty ? name : words.map { isSmall ? tidy($0) : String($0) }.joined(separator: " ")
}

/// "Gemma" and "1B".
private func tidy(_ word: Substring) -> String {
    word.wholeMatch(of: /[0-9.]+[bm]/) == nil ? word.prefix(1).uppercased() + word.dropFirst() : word.uppercased()
}

/// A name in the pieces between which it may break: after a mark that joins two of its words.
func breakable(_ name: String) -> [String] {
    var pieces = [""]
    var last: Character?
    for character in name {
        let isInNumber = last == "." && character.isNumber
        if let last, "-_/.:@".contains(last), !"-_/.:@".contains(character), !isInNumber { pieces.append("") }
        pieces[pieces.count - 1].append(character)
        last = character
    }
    return pieces
}

/// Parts of a model's name that say how it was made, which the list of models says in words.
private let unspoken: Set<String> = ["instruct", "it", "chat", "mlx", "gguf", "bf16", "fp16", "f16", "fp32", "qat"]
