// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Themes of several entries: names, and things that stand behind an article or a possessive.
///
/// No model is needed, and nothing is named that is not written there.
public struct JournalThemes: Sendable {
    public struct Theme: Sendable, Equatable {
        /// As it is written most often.
        public var name: String
        /// The entries that speak of it, in the order in which they were given.
        public var entries: [JournalEntry.ID]
        /// Whether it is written like a name.
        public var isName: Bool
    }

    /// Those in the most entries first.
    public let themes: [Theme]

    /// - Parameter least: in how many entries a theme has to be.
    public init(_ entries: [JournalEntry], least: Int = 2, limit: Int) {
        var found: [String: Gathering] = [:]
        let mentions = entries.map { ($0, Mention.all(in: $0)) }
        // What begins a sentence has a capital, whatever it is: it is a name where it never has a small letter.
        let names = Set(mentions.flatMap(\.1).filter { $0.isName && !$0.isBeginning }.map(\.stem))
        let small = Set(
            entries.flatMap { $0.text.split { !$0.isLetter } }.filter { $0.first?.isLowercase == true }.map {
                $0.lowercased()
            })
        for (entry, all) in mentions {
            var stems: Set<String> = []
            for mention in all
            where !mention.isBeginning || names.contains(mention.stem) || !small.contains(mention.form.lowercased()) {
                found[mention.stem, default: Gathering()].add(
                    mention, entry.id, isNew: stems.insert(mention.stem).inserted)
            }
        }
        let all = found.values.filter { $0.entries.count >= least }.map(\.theme)
        let sorted = all.sorted {
            ($0.entries.count, $0.isName ? 1 : 0, $1.name) > ($1.entries.count, $1.isName ? 1 : 0, $0.name)
        }
        themes = Array(sorted.prefix(limit))
    }

    /// Findings of one theme.
    private struct Gathering {
        var entries: [JournalEntry.ID] = []
        private var forms: [String: Int] = [:]
        private var names = 0
        private var mentions = 0

        mutating func add(_ mention: Mention, _ entry: JournalEntry.ID, isNew: Bool) {
            if isNew { entries.append(entry) }
            forms[mention.form, default: 0] += 1
            names += mention.isName ? 1 : 0
            mentions += 1
        }

        var theme: Theme {
            let form = forms.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
            return Theme(
                name: form.prefix(1).uppercased() + form.dropFirst(), entries: entries, isName: names * 2 > mentions)
        }
    }
}

/// A word of an entry that may be a theme.
private struct Mention {
    let stem: String
    let form: String
    let isName: Bool
    var isBeginning = false

    static func all(in entry: JournalEntry) -> [Mention] {
        let language = entry.language.flatMap(MemoryLanguage.init(code:)) ?? .english
        var mentions = entry.tags.map { Mention(stem: $0.lowercased(), form: $0, isName: false) }
        for line in entry.text.prefix(100_000).split(whereSeparator: \.isNewline) {
            // Each line begins something new.
            var (before, isBeginning) = ("", true)
            for word in line.split(whereSeparator: { !$0.isLetter && !".!?:#>-".contains($0) }) {
                guard word.contains(where: \.isLetter) else {
                    isBeginning = true
                    continue
                }
                let letters = word.trimmingCharacters(in: .letters.inverted)
                if let mention = Mention(letters, after: before, isBeginning: isBeginning, language) {
                    mentions.append(mention)
                }
                before = letters.lowercased()
                isBeginning = word.last.map { ".!?:".contains($0) } ?? false
            }
        }
        return mentions
    }

    private init(stem: String, form: String, isName: Bool) {
        (self.stem, self.form, self.isName) = (stem, form, isName)
    }

    private init?(_ word: String, after before: String, isBeginning: Bool, _ language: MemoryLanguage) {
        let folded = word.lowercased().composed
        let isName = word.first?.isUppercase == true && word.dropFirst().contains(where: \.isLowercase)
        let isThing = ThemeWords.openers.contains(before) && word.first?.isLowercase == true
        guard word.count >= (isName ? 3 : 4), isName || isThing, !ThemeWords.common.contains(folded),
            !language.functionWords.contains(folded), !(isBeginning && ThemeWords.beginnings.contains(folded))
        else { return nil }
        self.init(stem: language.stem(folded), form: word, isName: isName)
        self.isBeginning = isBeginning
    }
}

/// Words by which themes are found, in English and French.
private enum ThemeWords {
    /// Words before a thing.
    static let openers = words(
        """
        the a an my our his her their this that le la les un une mon ma mes notre nos son sa ses leur leurs ce cette du des au
        """)

    /// Words of most diaries that say little; the days and months too, which are written with capitals.
    static let common = words(
        """
        day days week weeks month months year years time times morning evening night afternoon hour hours minute minutes
        thing things way ways bit lot kind sort end beginning moment part side place first second last next same other
        whole little long good great new old best only right left people person man woman word words life world one ones
        monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
        september october november december
        jour jours journée semaine semaines mois année années temps fois matin matinée soir soirée nuit heure heures
        minute minutes chose choses peu coup fin début moment partie côté premier première dernier dernière même autre
        petit petite grand grande bon bonne nouveau nouvelle vieux vieille gens homme femme mot mots vie monde suite
        lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre
        octobre novembre décembre
        """)

    /// First words of sentences of diaries.
    static let beginnings = words(
        """
        still two three four five some then yesterday today tomorrow tonight maybe perhaps nothing everything everyone nobody
        half once again after before when also just even finally sometimes always never rang walked called went came saw
        felt slept woke read wrote ate had got made thank thanks quiet hard cold warm rain snow late early more less much
        many not yes okay rather really almost another back could should would did does have has are was were only
        puis enfin hier demain encore toujours jamais deux trois quatre rien tout tous quand après avant peut ensuite
        pourtant alors parfois mal bien très trop assez mais donc aussi peu beaucoup voilà merci oui non
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
