// SPDX-License-Identifier: Apache-2.0

/// The names that a pattern may write in `\p{…}` and `[:…:]`.
package enum RegexProperties {
    package static func set(named name: String) -> ScalarSet? {
        let folded = foldPropertyName(name)
        if let category = categories[folded] { return CharacterClasses.category(category) }
        if let posix = posix(folded) { return posix }
        if let set = binary(folded) { return set }
        for prefix in ["script=", "sc=", "generalcategory=", "gc="] where folded.hasPrefix(prefix) {
            return set(named: String(folded.dropFirst(prefix.count)))
        }
        return ScriptTable.set(named: folded)
    }

    /// Short and long names of the general categories, with the letters by which `CharacterClasses` knows them.
    private static let categories: [String: String] = {
        var result: [String: String] = [
            "letter": "L", "mark": "M", "combiningmark": "M", "number": "N", "punctuation": "P", "symbol": "S",
            "separator": "Z", "other": "C", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "titlecaseletter": "Lt",
            "modifierletter": "Lm", "otherletter": "Lo", "nonspacingmark": "Mn", "spacingmark": "Mc",
            "enclosingmark": "Me", "decimalnumber": "Nd", "letternumber": "Nl", "othernumber": "No",
            "connectorpunctuation": "Pc", "dashpunctuation": "Pd", "openpunctuation": "Ps", "closepunctuation": "Pe",
            "initialpunctuation": "Pi", "finalpunctuation": "Pf", "otherpunctuation": "Po", "mathsymbol": "Sm",
            "currencysymbol": "Sc", "modifiersymbol": "Sk", "othersymbol": "So", "spaceseparator": "Zs",
            "lineseparator": "Zl", "paragraphseparator": "Zp", "control": "Cc", "format": "Cf", "surrogate": "Cs",
            "privateuse": "Co", "unassigned": "Cn",
        ]
        for name in CharacterClasses.categoryNames {
            result[name.lowercased()] = name
            result[String(name.prefix(1)).lowercased()] = String(name.prefix(1))
        }
        return result
    }()

    /// The POSIX classes in their Unicode reading.
    static func posix(_ name: String) -> ScalarSet? {
        func category(_ prefix: String) -> ScalarSet { CharacterClasses.category(prefix) }
        switch name {
        case "alpha": return CharacterClasses.scalars { $0.isAlphabetic }
        case "alnum": return CharacterClasses.scalars { $0.isAlphabetic }.union(category("Nd"))
        case "digit": return category("Nd")
        case "space": return CharacterClasses.whitespace
        case "blank": return category("Zs").union(ScalarSet(0x09))
        case "upper": return CharacterClasses.scalars { $0.isUppercase }
        case "lower": return CharacterClasses.scalars { $0.isLowercase }
        case "punct":
            return category("P").union(CharacterClasses.asciiPunctuation)
        case "cntrl": return category("Cc")
        case "word": return CharacterClasses.word
        case "xdigit": return ScalarSet(ranges: [0x30...0x39, 0x41...0x46, 0x61...0x66])
        case "ascii": return ScalarSet(0...0x7F)
        case "graph", "print":
            let invisible = category("Cc").union(category("Cn")).union(category("Cs"))
            let graph = CharacterClasses.whitespace.union(invisible).inverted
            return name == "graph" ? graph : graph.union(category("Zs"))
        default: return nil
        }
    }

    private static func binary(_ name: String) -> ScalarSet? {
        switch name {
        case "any": .all
        case "assigned": CharacterClasses.category("Cn").inverted
        case "alphabetic": CharacterClasses.scalars { $0.isAlphabetic }
        case "uppercase": CharacterClasses.scalars { $0.isUppercase }
        case "lowercase": CharacterClasses.scalars { $0.isLowercase }
        case "whitespace", "wspace": CharacterClasses.whitespace
        case "ideographic", "ideo": CharacterClasses.scalars { $0.isIdeographic }
        case "unifiedideograph": CharacterClasses.scalars { $0.isUnifiedIdeograph }
        case "emoji": CharacterClasses.scalars { $0.isEmoji }
        case "emojipresentation": CharacterClasses.scalars { $0.isEmojiPresentation }
        case "emojimodifier": CharacterClasses.scalars { $0.isEmojiModifier }
        case "emojimodifierbase": CharacterClasses.scalars { $0.isEmojiModifierBase }
        case "math": CharacterClasses.scalars { $0.isMath }
        case "dash": CharacterClasses.scalars { $0.isDash }
        case "diacritic", "dia": CharacterClasses.scalars { $0.isDiacritic }
        case "extender", "ext": CharacterClasses.scalars { $0.isExtender }
        case "hexdigit": CharacterClasses.scalars { $0.isHexDigit }
        case "idstart", "ids": CharacterClasses.scalars { $0.isIDStart }
        case "idcontinue", "idc": CharacterClasses.scalars { $0.isIDContinue }
        case "xidstart", "xids": CharacterClasses.scalars { $0.isXIDStart }
        case "xidcontinue", "xidc": CharacterClasses.scalars { $0.isXIDContinue }
        case "cased": CharacterClasses.scalars { $0.isCased }
        case "caseignorable": CharacterClasses.scalars { $0.isCaseIgnorable }
        default: nil
        }
    }
}

/// Scalars that are the same when case does not matter.
enum CaseVariants {
    /// Folded form → all scalars with that form; only forms with more than one member.
    private static let groups: [UInt32: [UInt32]] = {
        var groups: [UInt32: [UInt32]] = [:]
        let cased = CharacterClasses.scalars { $0.changesWhenLowercased || $0.changesWhenUppercased }
        for range in cased.ranges {
            for scalar in range { groups[fold(scalar), default: []].append(scalar) }
        }
        for form in groups.keys where groups[form]?.contains(form) == false { groups[form]?.append(form) }
        return groups
    }()

    /// Lower case of upper case, as far as both are one scalar: so ſ goes to s and K (Kelvin) to k.
    private static func fold(_ value: UInt32) -> UInt32 {
        guard let scalar = Unicode.Scalar(value) else { return value }
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        let base = upper.count == 1 ? upper.first ?? scalar : scalar
        let lower = base.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first?.value ?? value : value
    }

    static func closure(of set: ScalarSet) -> ScalarSet {
        // Sets this large are properties or negations, which hold both cases of nearly all their members.
        guard set.count <= 5_000 else { return set }
        var ranges = set.ranges
        for range in set.ranges {
            for scalar in range {
                for variant in groups[fold(scalar)] ?? [] { ranges.append(variant...variant) }
            }
        }
        return ScalarSet(ranges: ranges)
    }
}
