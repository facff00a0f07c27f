// SPDX-License-Identifier: Apache-2.0

/// Character references of HTML (section 13.5 of the standard): numbers, and of the 2,231 names those that cards are
/// written with.
package enum HTMLEntities {
    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}",
        "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
        "lrm": "\u{200E}", "rlm": "\u{200F}", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚",
        "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "lsaquo": "‹", "rsaquo": "›",
        "hellip": "…", "bull": "•", "middot": "·", "deg": "°", "times": "×", "divide": "÷", "plusmn": "±",
        "minus": "−", "frac12": "½", "frac14": "¼", "frac34": "¾", "sup2": "²", "sup3": "³", "micro": "µ", "euro": "€",
        "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "para": "¶", "copy": "©", "reg": "®", "trade": "™",
        "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "iexcl": "¡", "iquest": "¿", "ordf": "ª",
        "ordm": "º", "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã", "auml": "ä", "aring": "å",
        "aelig": "æ", "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë", "igrave": "ì",
        "iacute": "í", "icirc": "î", "iuml": "ï", "ntilde": "ñ", "ograve": "ò", "oacute": "ó", "ocirc": "ô",
        "otilde": "õ", "ouml": "ö", "oslash": "ø", "ugrave": "ù", "uacute": "ú", "ucirc": "û", "uuml": "ü",
        "yacute": "ý", "yuml": "ÿ", "szlig": "ß", "oelig": "œ", "Agrave": "À", "Aacute": "Á", "Acirc": "Â",
        "Atilde": "Ã", "Auml": "Ä", "Aring": "Å", "AElig": "Æ", "Ccedil": "Ç", "Egrave": "È", "Eacute": "É",
        "Ecirc": "Ê", "Euml": "Ë", "Igrave": "Ì", "Iacute": "Í", "Icirc": "Î", "Iuml": "Ï", "Ntilde": "Ñ",
        "Ograve": "Ò", "Oacute": "Ó", "Ocirc": "Ô", "Otilde": "Õ", "Ouml": "Ö", "Oslash": "Ø", "Ugrave": "Ù",
        "Uacute": "Ú", "Ucirc": "Û", "Uuml": "Ü", "Yacute": "Ý", "OElig": "Œ",
    ]

    /// The longest name and number that are looked at, `;` included.
    private static let longest = 10

    /// The text, with references replaced by what they mean; those that mean nothing stay as they are.
    package static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard var ampersand = bytes.firstIndex(of: UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text = ""
        var start = bytes.startIndex
        while true {
            let rest = bytes[(ampersand + 1)...].prefix(longest)
            if let end = rest.firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: rest[..<end], as: UTF8.self))
            {
                text += String(decoding: bytes[start..<ampersand], as: UTF8.self)
                text.unicodeScalars.append(scalar)
                start = end + 1
            }
            guard let next = bytes[max(start, ampersand + 1)...].firstIndex(of: UInt8(ascii: "&")) else { break }
            ampersand = next
        }
        return text + String(decoding: bytes[start...], as: UTF8.self)
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return names[name] }
        let digits = name.dropFirst()
        let value = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value else { return nil }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
