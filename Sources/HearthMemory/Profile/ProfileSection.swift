// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which part of the portrait a fact belongs to, by its kind and its words.
enum ProfileSection {
    /// - Returns: `nil` for what passes, such as events and feelings, unless its words say that it is more.
    static func of(_ fact: Fact) -> ProfileLine.Section? {
        if let slot = fact.slot.flatMap({ FactSlot.named($0.name) }) { return slot.section }
        if fact.alsoSaid != nil { return .said }
        if fact.person != nil || NamedOne(fact.statement) != nil { return .people }
        let words = Words(fact.statement)
        if words.has(values) { return .values }
        switch fact.kind {
        case .health: return .health
        case .work: return .work
        case .places: return .places
        case .plans: return .goals
        case .people: return .people
        case .preferences, .events, .feelings: break
        }
        if words.has(goals) { return .goals }
        if words.has(habits) { return .habits }
        guard fact.kind == .preferences else { return nil }
        return words.has(interests) ? .interests : .preferences
    }

    /// The words of a statement without case and accents, between spaces.
    private struct Words {
        private let text: String

        init(_ statement: String) {
            let folded = FactPerson.key(statement).replacing("’", with: "'")
            text = " " + folded.split { !$0.isLetter && !$0.isNumber && $0 != "'" }.joined(separator: " ") + " "
        }

        func has(_ phrases: [String]) -> Bool { phrases.contains { text.contains(" \($0) ") } }
    }

    private static let values = [
        "important to me", "matters to me", "matter to me", "i believe in", "i value", "i care about",
        "means a lot to me",
        "means the world to me", "i can't stand", "i'd rather", "compte pour moi", "comptent pour moi",
        "important pour moi", "importante pour moi", "je crois en", "je tiens a", "me tient a coeur", "je refuse de",
    ]

    private static let goals = [
        "i want to", "i'd like to", "i hope to", "my goal", "i dream of", "i'm saving for", "i'm training for",
        "je veux", "je voudrais", "j'aimerais", "j'espere", "mon objectif", "mon but", "mon reve", "je reve de",
    ]

    private static let habits = [
        "every", "each", "always", "usually", "often", "never", "mornings", "evenings", "weekends", "daily", "weekly",
        "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "once a", "twice a",
        "chaque", "tous les", "toutes les", "toujours", "souvent", "jamais", "d'habitude", "le matin", "le soir",
        "le lundi", "le mardi", "le mercredi", "le jeudi", "le vendredi", "le samedi", "le dimanche", "par semaine",
        "par jour",
    ]

    private static let interests = [
        "play", "playing", "sing", "singing", "read", "reading", "paint", "painting", "draw", "drawing", "run",
        "running", "climb", "climbing", "hike", "hiking", "swim", "swimming", "knit", "knitting", "garden",
        "gardening", "bake", "baking", "cook", "cooking", "collect", "collecting", "learn", "learning", "write",
        "writing", "dance", "dancing", "travel", "travelling", "photograph", "photography", "sail", "sailing",
        "cycle", "cycling", "hobby", "interested in", "fan of", "joue", "jouer", "chante", "chanter", "lis", "lire",
        "peins", "peindre", "dessine", "dessiner", "cours", "courir", "grimpe", "randonnee", "nage", "nager",
        "tricote", "tricoter", "jardine", "jardiner", "jardinage", "cuisine", "cuisiner", "collectionne", "apprends",
        "apprendre", "ecris", "ecrire", "danse", "danser", "voyage", "voyager", "photographie", "passionne",
        "passionnee", "fan de",
    ]
}
