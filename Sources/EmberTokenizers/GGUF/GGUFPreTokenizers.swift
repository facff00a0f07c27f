// SPDX-License-Identifier: Apache-2.0

/// How the byte-level tokenizers of GGUF files cut text into words: files only name it, in `tokenizer.ggml.pre`.
///
/// The names are llama.cpp's (`src/llama-vocab.cpp`), the patterns those of the `tokenizer.json`
/// that each name stands for.
struct GGUFPreTokenizer: Sendable {
    /// Each pattern cuts what the ones before it left whole; a match is a piece.
    let patterns: [String]
    /// Whether a word that is a token is taken as it is.
    var ignoresMerges = false
    /// Whether a text begins with the beginning-of-text token where the file does not say.
    var addsBOS = false
    /// Whether the text is brought into Unicode's composed form first.
    var composes = false

    /// The pre-tokenizer of that name, or `nil`.
    static func named(_ name: String) -> GGUFPreTokenizer? { families.first { $0.names.contains(name) }?.cut }

    static var names: [String] { families.flatMap(\.names) }

    // MARK: Patterns

    /// GPT-2's, without the last branch that takes white space: what no pattern takes is a piece as well.
    private static let gpt2 = #"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)"#

    /// GPT-4's, with the digits that make a piece.
    private static func gpt4(digits: String) -> String {
        #"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|"# + digits
            + #"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"#
    }

    /// GPT-4o's, which tells upper from lower case.
    private static func gpt4o(digits: String, contraction: String) -> String {
        let lead = #"[^\r\n\p{L}\p{N}]?"#
        let (upper, lower) = (#"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"#, #"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"#)
        let words = [lead + upper + "*" + lower + "+", lead + upper + "+" + lower + "*"].map { $0 + contraction }
        return words.joined(separator: "|") + "|" + digits
            + #"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"#
    }

    /// DeepSeek LLM's: lines, scripts with letter case, punctuation, East Asian scripts, digits.
    private static let deepseek = [
        #"[\r\n]"#,
        #"\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-"#
            + #"ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥῲ-ῴῶ-ῼℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℴℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⳲⳳꙀ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎꭰ-ꮿﬀ-ﬆﬓ"#
            + #"-ﬗＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃]+"#,
        #"\s?[!-/:-~！-／：-～‘-‟　-。]+"#,
        #"\s+$"#,
        #"[一-龥ࠀ-一가-퟿]+"#,
        #"\p{N}"#,
    ]

    /// DeepSeek V3's: digits in threes, East Asian scripts, everything else.
    private static let deepseekV3 = [
        #"\p{N}{1,3}"#,
        #"[一-龥぀-ゟ゠-ヿ]+"#,
        ##"[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{"##
            + #"S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"#,
    ]

    private static let deepseekCoder = [
        #"[\r\n]"#, #"\s?\p{L}+"#, #"\s?\p{P}+"#, #"[一-龥ࠀ-一가-퟿]+"#, #"\p{N}"#,
    ]

    private static let bailing =
        #"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"#

    private static let seed =
        #"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|"#
        + #"\s+(?!\S)|\s+"#

    private static let bloom = #" ?[^(\s|.,!?…。，、।۔،)]+"#

    private static let digit = #"\p{N}"#
    private static let threeDigits = #"\p{N}{1,3}"#

    // MARK: Names

    private static let families: [(names: [String], cut: GGUFPreTokenizer)] = [
        (["default"], .init(patterns: [#"[\p{P}\$\+<=>\^~\|]+"#, gpt2, #"\p{N}+"#, "[0-9][0-9][0-9]"])),
        (
            [
                "gpt-2", "phi-2", "mpt", "olmo", "jais", "trillion", "granite-docling", "exaone4", "gigachat",
                "a.x-4.0",
                "mellum", "jina-es", "jina-de", "jina-v2-es", "jina-v2-de",
            ], .init(patterns: [gpt2])
        ),
        (
            ["llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2"],
            .init(patterns: [gpt4(digits: threeDigits)], ignoresMerges: true, addsBOS: true)
        ),
        (["dbrx", "smaug-bpe", "glm4", "chatglm-bpe"], .init(patterns: [gpt4(digits: threeDigits)])),
        (["qwen2"], .init(patterns: [gpt4(digits: digit)], composes: true)),
        (
            ["deepseek-r1-qwen", "kormo", "stablelm2", "megrez", "hunyuan", "solar-open", "grok-2"],
            .init(patterns: [gpt4(digits: digit)])
        ),
        (["deepseek-llm"], .init(patterns: deepseek)),
        (["deepseek-coder"], .init(patterns: deepseekCoder)),
        (["deepseek-v3", "hunyuan-dense"], .init(patterns: deepseekV3)),
        (["falcon"], .init(patterns: [#"[\p{P}\$\+<=>\^~\|`]+"#, gpt2, "[0-9][0-9][0-9]"])),
        (
            ["starcoder", "refact", "command-r", "smollm", "codeshell", "exaone", "minerva-7b"],
            .init(patterns: [digit, gpt2])
        ),
        (["poro-chat", "bloom", "gpt3-finnish"], .init(patterns: [bloom])),
        (["viking"], .init(patterns: [bloom, digit])),
        (["tekken"], .init(patterns: [gpt4o(digits: digit, contraction: "")], ignoresMerges: true, addsBOS: true)),
        (
            ["gpt-4o", "llama4", "minimax-m2"],
            .init(patterns: [gpt4o(digits: threeDigits, contraction: "(?i:'s|'t|'re|'ve|'m|'ll|'d)?")])
        ),
        (["bailingmoe", "llada-moe"], .init(patterns: [bailing])),
        (["seed-coder"], .init(patterns: [seed])),
    ]
}
