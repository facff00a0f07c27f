// SPDX-License-Identifier: Apache-2.0

/// A formula in the characters that mathematicians write: `V = l \cdot w^2` becomes V = l · w².
///
/// Only what can be said on one line is; a formula with anything else in it is shown as it was given, whole.
struct FormulaText {
    private var rest: Substring
    /// Deeper than anybody writes; who goes on is no formula.
    private static let deepest = 16

    /// `nil` for a formula that is not understood.
    static func of(_ source: String) -> String? {
        var reader = FormulaText(rest: source[...])
        guard let text = reader.sequence(depth: 0), reader.rest.isEmpty else { return nil }
        return text.trimmed
    }

    /// Up to the end, or to the brace that closes.
    private mutating func sequence(depth: Int) -> String? {
        guard depth < Self.deepest else { return nil }
        var text = ""
        while let next = rest.first, next != "}" {
            switch next {
            case "^", "_":
                rest.removeFirst()
                let forms = next == "^" ? Self.raised : Self.lowered
                guard let part = argument(depth), let small = Self.small(part, forms) else { return nil }
                text += small
            case "{", "\\":
                guard let part = argument(depth) else { return nil }
                text += part
            case "&", "#", "%": return nil
            default: text.append(rest.removeFirst())
            }
        }
        return text
    }

    /// Reads an argument: the content of braces, a command or a single character.
    private mutating func argument(_ depth: Int) -> String? {
        guard let first = rest.popFirst() else { return nil }
        if first == "\\" { return command(depth) }
        guard first == "{" else { return first == "}" ? nil : String(first) }
        guard let inside = sequence(depth: depth + 1), rest.popFirst() == "}" else { return nil }
        return inside
    }

    private mutating func command(_ depth: Int) -> String? {
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        guard !name.isEmpty else { return rest.popFirst().flatMap { Self.marks[$0] } }
        rest = rest[name.endIndex...]
        // A blank ends the name, and means nothing more.
        if let symbol = Self.symbols[String(name)] { return symbol }
        switch name {
        case "text", "mathrm", "mathbf", "mathit", "operatorname":
            return argument(depth)
        case "frac", "tfrac", "dfrac":
            guard let above = argument(depth), let below = argument(depth) else { return nil }
            return Self.whole(above) + "⁄" + Self.whole(below)
        case "sqrt":
            guard rest.first != "[", let root = argument(depth) else { return nil }
            return "√" + Self.whole(root)
        case "left", "right": return ""
        case "sin", "cos", "tan", "log", "ln", "exp", "max", "min", "lim": return "\(name)"
        default: return nil
        }
    }

    /// In parentheses, unless it is one thing.
    private static func whole(_ text: String) -> String {
        text.allSatisfy { $0.isNumber } || text.count == 1 ? text : "(\(text))"
    }

    /// `nil` where some character has no such form.
    private static func small(_ text: String, _ forms: [Character: Character]) -> String? {
        var result = ""
        for character in text {
            guard let form = forms[character] else { return nil }
            result.append(form)
        }
        return result
    }

    // MARK: Characters. Source: the Unicode Standard's blocks Superscripts and Subscripts, Greek and Coptic,
    // Mathematical Operators.

    private static func table(_ from: String, _ to: String) -> [Character: Character] {
        Dictionary(uniqueKeysWithValues: zip(from, to))
    }
    private static let raised = table("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ")
    private static let lowered = table("0123456789+-=()aeijnoxkmt", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₙₒₓₖₘₜ")
    private static let marks: [Character: String] = [
        ",": "\u{2009}", ";": "\u{2005}", " ": " ", "!": "", "{": "{", "}": "}", "%": "%", "$": "$", "&": "&", "#": "#",
        "_": "_",
    ]
    private static let symbols: [String: String] = [
        "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
        "eta": "η",
        "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
        "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
        "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
        "cdot": "·", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "ast": "∗", "circ": "∘", "le": "≤", "leq": "≤",
        "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "sim": "∼", "propto": "∝", "ll": "≪",
        "gg": "≫", "infty": "∞", "partial": "∂", "nabla": "∇", "sum": "∑", "prod": "∏", "int": "∫", "in": "∈",
        "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "emptyset": "∅", "forall": "∀",
        "exists": "∃", "neg": "¬", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "to": "→", "rightarrow": "→",
        "leftarrow": "←", "Rightarrow": "⇒", "implies": "⇒", "iff": "⇔", "mapsto": "↦", "ldots": "…", "dots": "…",
        "cdots": "⋯", "prime": "′", "degree": "°", "angle": "∠", "perp": "⊥", "parallel": "∥", "quad": "\u{2003}",
        "qquad": "\u{2003}\u{2003}", "hbar": "ℏ", "ell": "ℓ",
    ]
}
