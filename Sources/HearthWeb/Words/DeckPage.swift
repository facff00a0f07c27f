// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

/// A deck with its words.
struct DeckPage: Page {
    static let template = "deck"

    let title: String
    let id: String
    /// 214 words, 18 due today.
    let sub: String
    let query: String
    let filters: [FilterView]
    /// The same list with or without the tags of the deck.
    let tagFilter: FilterView
    /// The tags of the deck, where they are shown.
    let tags: TagsView?
    /// The page that renames the tag by which words are found.
    let editTag: String?
    let rows: [RowView]
    let isEmpty: Bool
    let emptyTitle: String
    let emptyHint: String?
    /// 1–50 of 214.
    let range: String
    let before: String?
    let after: String?
    /// Whether words can be chosen, to do something with all of them.
    let selects: Bool
    /// The address of the same list with choosing turned on or off.
    let selection: String
    let deckSettings: String
    let study: String?
    /// The page that studies the words found; `nil` without a search, or if nothing is found.
    let chosenStudy: String?
    let cram: String
    let add: String
    /// The key of the deletion just made, while it can be restored.
    let deleted: String?
    let changed: ChangedView?
    /// In which order words can be listed.
    let orders: [FilterView]
    /// Searches that were saved.
    let searches: [FilterView]
    let hasSearches: Bool
    /// The saved search that is shown.
    let savedSearch: SavedView?
    /// A name for a search that is not saved yet.
    let newSearch: String?
    /// The key of the saved search that was removed just now.
    let removedSearch: String?
    let back: String
    /// This list, where what is done to chosen words leads back to.
    let here: String

    /// A change of many words.
    struct Changed: Sendable {
        let key: String
        let count: Int
    }

    struct ChangedView: Sendable {
        let key: String
        let list: String
        let words: String
        let canUndo: Bool
    }

    /// Settings of the page beside its words.
    struct Options: Sendable {
        /// Whether words can be chosen.
        var selects = false
        /// The deletion that can be taken back.
        var deleted: String?
        var changed: Changed?
        /// The tags of the deck; `nil` while they are not shown.
        var tags: TagTree?
        var searches: [WordSearch] = []
        /// The saved search whose removal can be taken back.
        var removedSearch: String?
    }

    struct SavedView: Sendable {
        let name: String
        let remove: String
    }

    struct FilterView: Sendable {
        let label: String
        let address: String
        let isOn: Bool
    }

    struct TagsView: Sendable {
        let rows: [TagView]
        let isEmpty: Bool
        /// and 12 more.
        let more: String?
    }

    struct TagView: Sendable {
        let address: String
        /// The tags that it lies in, for those who hear the list: animals ›.
        let around: String
        let name: String
        let words: String
        /// How far it is indented, 0…5.
        let depth: String
        let isOn: Bool
    }

    struct RowView: Sendable {
        let id: String
        let address: String
        let word: String
        let translation: String
        let tags: [String]
        /// When it comes back: Today, In 10 min, 5 December.
        let when: String
        let isOff: Bool
        let isLearning: Bool
        let isLeech: Bool
        /// The coloured flags of its cards, in words.
        let flags: [String]
    }

    init(
        _ deck: Deck, _ tree: DeckTree, _ found: FlashcardPage, _ query: FlashcardQuery, _ counts: StudyCounts,
        _ options: Options, _ moment: StudyMoment, _ clock: WallClock, _ say: Phrases
    ) {
        let (tags, selects) = (options.tags, options.selects)
        title = deck.name
        id = String(deck.id)
        back = id
        let isFiltered = query.isFiltered
        sub =
            isFiltered
            ? say.count("words.found", found.total)
            : say.count("words.total", found.total) + ", " + say.count("words.dueToday", counts.total)
        self.query = query.text
        let showsTags = tags != nil
        filters = Self.filters(query, tags: showsTags, say)
        tagFilter = FilterView(
            label: say("words.tags"), address: Self.address(query, tags: !showsTags) { _ in }, isOn: showsTags)
        self.tags = tags.map { TagsView($0, query, say) }
        editTag = query.tag.map { "/words/decks/\(deck.id)/tag?tag=\($0.escapedForAddress)" }
        let cards = Dictionary(grouping: found.cards, by: \.flashcard)
        let list = Self.address(query, tags: showsTags) { _ in }
        rows = found.flashcards.map { RowView($0, cards[$0.id] ?? [], list: list, moment, clock, say) }
        here = list
        isEmpty = rows.isEmpty
        (emptyTitle, emptyHint) = Self.empty(query, say)
        let end = query.offset + rows.count
        range = say(
            "words.range",
            ["first": say.number(query.offset + 1), "last": say.number(end), "all": say.number(found.total)])
        before =
            query.offset == 0
            ? nil : Self.address(query, tags: showsTags) { $0.offset = max(0, $0.offset - $0.limit) }
        after = end >= found.total ? nil : Self.address(query, tags: showsTags) { $0.offset += $0.limit }
        self.selects = selects
        selection = Self.address(query, selects: !selects) { _ in }
        deckSettings = "/words/decks/\(deck.id)/settings"
        study = counts.total == 0 ? nil : "/words/decks/\(deck.id)/study"
        chosenStudy = isFiltered && found.total > 0 ? Self.address(query, "/these") { $0.offset = 0 } : nil
        cram = "/words/decks/\(deck.id)/study?mode=cram"
        add = "/words/add?deck=\(deck.id)"
        deleted = options.deleted
        changed = options.changed.map {
            ChangedView(
                key: $0.key, list: list, words: say.count("words.changed", $0.count), canUndo: $0.count > 0)
        }
        searches = options.searches.map { search in
            FilterView(
                label: search.name, address: Self.address(search.query(in: query.deck), tags: showsTags) { _ in },
                isOn: search.isShown(by: query))
        }
        hasSearches = !searches.isEmpty
        let saved = options.searches.first { $0.isShown(by: query) }
        savedSearch = saved.map { SavedView(name: $0.name, remove: say("words.removeSearch", ["name": $0.name])) }
        newSearch = saved == nil && (isFiltered || query.order != .due) ? say.name(of: query) : nil
        removedSearch = options.removedSearch
        orders = [.due, .word, .added, .difficulty].map { FilterView(query, $0, tags: showsTags, say) }
    }

    private static func filters(_ query: FlashcardQuery, tags: Bool, _ say: Phrases) -> [FilterView] {
        let states: [FlashcardQuery.State?] = [nil, .new, .learning, .review, .buried, .suspended, .leech]
        let filters = states.map { FilterView(query, $0, tags: tags, say) }
        guard let tag = query.tag else { return filters }
        let without = address(query, tags: tags) { ($0.tag, $0.offset) = (nil, 0) }
        return [FilterView(label: tag, address: without, isOn: true)] + filters
    }

    /// Title and hint of an empty list.
    private static func empty(_ query: FlashcardQuery, _ say: Phrases) -> (title: String, hint: String?) {
        if let state = query.state, state != .untranslated, query.text.isEmpty, query.tag == nil {
            // Nothing was sought that fewer words could find.
            return (say("words.\(state.rawValue)None"), nil)
        }
        return query.isFiltered
            ? (say("words.noneFound"), say("words.noneFoundHint"))
            : (say("words.emptyDeck"), say("words.emptyDeckHint"))
    }

    /// The list with another query.
    static func address(
        _ query: FlashcardQuery, _ page: String = "", tags: Bool = false, selects: Bool = false,
        _ change: (inout FlashcardQuery) -> Void
    ) -> String {
        var query = query
        change(&query)
        var parts: [String] = []
        if !query.text.isEmpty { parts.append("q=\(query.text.escapedForAddress)") }
        if let tag = query.tag { parts.append("tag=\(tag.escapedForAddress)") }
        if let state = query.state { parts.append("state=\(state.rawValue)") }
        if query.order != .due { parts.append("order=\(query.order.rawValue)") }
        if query.offset > 0 { parts.append("from=\(query.offset)") }
        if tags { parts.append("tags=1") }
        if selects { parts.append("select=1") }
        return "/words/decks/\(query.deck ?? 0)\(page)" + (parts.isEmpty ? "" : "?") + parts.joined(separator: "&")
    }
}

extension DeckPage.FilterView {
    init(_ query: FlashcardQuery, _ state: FlashcardQuery.State?, tags: Bool, _ say: Phrases) {
        label = say("words.\(state?.rawValue ?? "all")Filter")
        address = DeckPage.address(query, tags: tags) { ($0.state, $0.offset) = (state, 0) }
        isOn = query.state == state
    }
}

extension DeckPage.FilterView {
    init(_ query: FlashcardQuery, _ order: FlashcardQuery.Order, tags: Bool, _ say: Phrases) {
        label = say("words.\(order.rawValue)Sort")
        address = DeckPage.address(query, tags: tags) { ($0.order, $0.offset) = (order, 0) }
        isOn = query.order == order
    }
}

extension DeckPage.TagsView {
    /// How many tags a page has at most.
    private static let most = 500

    init(_ tree: TagTree, _ query: FlashcardQuery, _ say: Phrases) {
        rows = tree.tags.prefix(Self.most).map { tag in
            let around = tag.name.dropLast(tag.ownName.count).replacing(TagTree.separator, with: " › ")
            let isOn = query.tag == tag.name
            return DeckPage.TagView(
                address: DeckPage.address(query) { ($0.tag, $0.offset) = (isOn ? nil : tag.name, 0) },
                around: String(around), name: tag.ownName, words: say.count("words.total", tag.words),
                depth: String(min(tag.depth, 5)), isOn: isOn)
        }
        isEmpty = rows.isEmpty
        let rest = tree.tags.count - rows.count
        more = rest > 0 ? say("words.replaceMore", ["n": say.number(rest)]) : nil
    }
}

extension DeckPage.RowView {
    /// - Parameter list: where the word's page leads back to.
    init(
        _ word: Flashcard, _ cards: [StudyCard], list: String, _ moment: StudyMoment, _ clock: WallClock, _ say: Phrases
    ) {
        id = String(word.id)
        let isPlain = list == "/words/decks/\(word.deck)"
        address = "/words/cards/\(word.id)" + (isPlain ? "" : "?list=\(list.escapedForAddress)")
        self.word = word.content.word
        translation = word.content.meaning
        tags = word.content.tags.filter { $0 != FlashcardContent.leechTag }
        let awake = cards.filter { !$0.isSuspended }
        isOff = awake.isEmpty && !cards.isEmpty
        let seen = awake.filter { !$0.isHidden(on: moment.today) }
        let isHidden = seen.isEmpty && !awake.isEmpty
        let next = (isHidden ? awake : seen).min {
            ($0.state.dueDate(moment.days) ?? .distantFuture) < ($1.state.dueDate(moment.days) ?? .distantFuture)
        }
        when =
            isOff
            ? say("words.suspended")
            : isHidden
                ? say("words.hidden") : next.map { say.due($0.state, moment, clock) } ?? ""
        isLearning = next.map { [.learning, .relearning].contains($0.state.phase) } ?? false
        isLeech = word.content.tags.contains(FlashcardContent.leechTag)
        flags = cards.compactMap(say.flag).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension FlashcardQuery.State {
    /// Whether a card of a word that is found is one of those for which it is.
    func fits(_ card: StudyCard) -> Bool {
        switch self {
        case .new: card.state.phase == .new
        case .learning: card.state.phase == .learning || card.state.phase == .relearning
        case .review: card.state.phase == .review
        case .suspended, .buried, .leech, .untranslated: true
        }
    }
}

extension Phrases {
    /// The coloured flag of a card, as Anki numbers them; `nil` where it has none.
    func flag(_ card: StudyCard) -> String? {
        (1...7).contains(card.flag) ? self("words.flag\(card.flag)") : nil
    }

    /// When a card comes back: New, Today, In 10 min, 5 December.
    func due(_ state: FSRSState, _ moment: StudyMoment, _ clock: WallClock) -> String {
        guard let date = state.dueDate(moment.days), let day = state.dueDay(moment.days) else {
            return self("words.new")
        }
        if case .at = state.due, date > moment.now {
            return self("words.dueIn", ["time": interval(date.timeIntervalSince(moment.now))])
        }
        if day <= moment.today { return self("words.today") }
        if day == moment.today + 1 { return self("words.tomorrow") }
        return self.day(date, clock)
    }

    /// A step in its largest unit: 45 s, 10 min, 3 h.
    func interval(_ seconds: Double) -> String {
        if seconds < 59.5 { return "\(number(Int(max(1, seconds.rounded()))))\u{A0}s" }
        if seconds < 3_570 { return "\(number(Int((seconds / 60).rounded())))\u{A0}min" }
        if seconds < 84_600 { return "\(number(Int((seconds / 3_600).rounded())))\u{A0}h" }
        return days(Int((seconds / 86_400).rounded()))
    }

    /// Days as they stand on a button: 9 d, 3 mo, 1.4 y.
    func days(_ days: Int) -> String {
        if days < 31 { return "\(number(days))\u{A0}\(self("words.d"))" }
        if days < 365 { return "\(number(Double(days) / 30.44))\u{A0}\(self("words.mo"))" }
        return "\(number(Double(days) / 365.25))\u{A0}\(self("words.y"))"
    }
}
