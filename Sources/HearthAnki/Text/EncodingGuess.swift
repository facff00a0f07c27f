// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Guesses how letters beyond ASCII are written, where nothing says so: by the encoding in which most of them are
/// letters of one language, or signs that its texts are made of.
enum EncodingGuess {
    /// Bytes that are examined.
    private static let sample = 64 << 10

    static func encoding(of bytes: [UInt8]) -> TextEncoding {
        let sample = bytes.prefix(sample)
        let western = alphabets(sample, .windows1252, western)
        var (found, best) = (TextEncoding.windows1252, western)
        let others: [(TextEncoding, () -> Double)] = [
            (.windows1250, { alphabets(sample, .windows1250, central) }),
            (.windows1251, { isCyrillic(Array(sample)) ? alphabets(sample, .windows1251, cyrillic) : 0 }),
            (.shiftJIS, { pairs(sample, shiftJIS) }), (.eucKR, { pairs(sample, korean) }),
            (.gb18030, { pairs(sample, chinese) }),
        ]
        for (encoding, share) in others {
            let share = share()
            // A foreign word or two in a list is no reason to read it otherwise.
            if share > 0.5, share > western + 0.1, share > best { (found, best) = (encoding, share) }
        }
        return found
    }

    // MARK: Alphabets

    /// Letters beyond ASCII of languages that are written in each of these.
    private static let western = [
        "àâæçéèêëîïôœùûüÿ", "äöüß", "áéíñóúü", "áàâãçéêíóôõúü", "àèéìîòù", "áéèëêïíóöúü", "åäöé", "æøåéóòôüäö", "äöåšž",
        "äõöüšž", "áðéíóúýþæö", "àçèéíïòóúü",
    ].map { Set($0.unicodeScalars) }
    private static let central = [
        "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čšž", "čćđšž", "ăâîşţ",
    ].map { Set($0.unicodeScalars) }
    private static let cyrillic = [
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
        "абвгдђежзијклљмнњопрстћуфхцчџш", "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
    ].map { Set($0.unicodeScalars) }

    /// The share of letters beyond ASCII that the alphabet has that has most of them; 1 where there are none.
    private static func alphabets(
        _ sample: ArraySlice<UInt8>, _ encoding: TextEncoding, _ alphabets: [Set<Unicode.Scalar>]
    ) -> Double {
        let text = String(decoding: encoding.utf8(Array(sample)), as: UTF8.self).lowercased()
        // Punctuation says nothing; a sign that stands among letters, such as a raised number, is one of no alphabet.
        let found = text.unicodeScalars.filter { scalar in
            guard scalar.value >= 0x80 else { return false }
            return switch scalar.properties.generalCategory {
            case .dashPunctuation, .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation,
                .otherPunctuation, .currencySymbol, .spaceSeparator, .otherSymbol:
                false
            default: true
            }
        }
        guard !found.isEmpty else { return 1 }
        let most = alphabets.map { alphabet in found.count { alphabet.contains($0) } }.max() ?? 0
        return Double(most) / Double(found.count)
    }

    /// Whether letters of Windows-1251 mostly stand beside each other, as in no language of Western Europe.
    private static func isCyrillic(_ sample: [UInt8]) -> Bool {
        func isLetter(_ place: Int) -> Bool { sample.indices.contains(place) && sample[place] >= 0xC0 }
        let high = sample.indices.filter { sample[$0] >= 0x80 }
        let together = high.count { isLetter($0) && (isLetter($0 - 1) || isLetter($0 + 1)) }
        return together * 10 >= high.count * 7
    }

    // MARK: Pairs of bytes

    private enum Pair {
        /// A character that texts are made of.
        case common
        /// One that is rare, or of another kind.
        case rare
        /// Punctuation and signs.
        case sign
        /// No pair at all.
        case impossible
    }

    /// The share of common characters among those that are not signs; 0 where a pair is impossible.
    private static func pairs(
        _ sample: ArraySlice<UInt8>, _ kind: (_ lead: UInt8, _ trail: UInt8) -> (Pair, length: Int)
    ) -> Double {
        var (place, common, all) = (sample.startIndex, 0, 0)
        while place < sample.endIndex {
            guard sample[place] >= 0x80 else {
                place += 1
                continue
            }
            // A sample may end within a character.
            guard place + 1 < sample.endIndex else { break }
            let (pair, length) = kind(sample[place], sample[place + 1])
            switch pair {
            case .common: (common, all) = (common + 1, all + 1)
            case .rare: all += 1
            case .sign: break
            case .impossible: return 0
            }
            place += length
        }
        return all == 0 ? 0 : Double(common) / Double(all)
    }

    /// Kana, and the kanji of level 1; half-width kana are one byte. Source: JIS X 0208.
    private static func shiftJIS(_ lead: UInt8, _ trail: UInt8) -> (Pair, length: Int) {
        if (0xA1...0xDF).contains(lead) { return (.rare, 1) }
        guard (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead),
            (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail)
        else { return (.impossible, 2) }
        return (lead == 0x81 ? .sign : lead <= 0x98 ? .common : .rare, 2)
    }

    /// Hangul. Source: KS X 1001.
    private static func korean(_ lead: UInt8, _ trail: UInt8) -> (Pair, length: Int) {
        guard (0xA1...0xFE).contains(lead), (0xA1...0xFE).contains(trail) else { return (.impossible, 2) }
        return ((0xB0...0xC8).contains(lead) ? .common : lead <= 0xA3 ? .sign : .rare, 2)
    }

    /// The characters of level 1. Source: GB 2312; what GBK has beside it is rare.
    private static func chinese(_ lead: UInt8, _ trail: UInt8) -> (Pair, length: Int) {
        guard (0x81...0xFE).contains(lead), (0x40...0x7E).contains(trail) || (0x80...0xFE).contains(trail) else {
            return (.impossible, 2)
        }
        guard trail >= 0xA1 else { return (.rare, 2) }
        return ((0xB0...0xD7).contains(lead) ? .common : lead <= 0xA3 ? .sign : .rare, 2)
    }
}
