// SPDX-License-Identifier: Apache-2.0

extension Fact.Kind {
    /// What a candidate is about, by its words: the first that fits.
    init(_ candidate: Candidate) {
        let has = { (name: String) in candidate.traits[name] ?? 0 > 0 }
        if candidate.form == .person || has("subject.ownPerson") {
            self = .people
        } else if has("word.health") {
            self = .health
        } else if has("word.working") || has("word.study") {
            self = .work
        } else if has("tense.future") || has("verb.planning") || has("tense.obligation") {
            self = .plans
        } else if has("word.living") {
            self = .places
        } else if has("word.likes") || has("word.dislikes") || has("word.habits") {
            self = .preferences
        } else if has("word.feelings") {
            self = .feelings
        } else {
            self = has("tense.past") ? .events : .preferences
        }
    }
}
