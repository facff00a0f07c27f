// SPDX-License-Identifier: Apache-2.0

public import HearthModels
import HearthWords
import Hummingbird
import HummingbirdCore

/// Searches of lists of words that the user has given names. Each is of use in any deck.
public struct SavedSearches: SettingsSection {
    public var wordSearches: [WordSearch] = []

    public init() {}

    static let most = 30
}

/// A search of a list of words, under the name that it was saved by.
public struct WordSearch: Sendable, Codable, Equatable {
    public var name: String
    var text: String
    var tag: String?
    /// Names of `FlashcardQuery.State` and `.Order`.
    var state: String?
    var order: String

    /// In characters.
    static let longestName = 60

    init(_ query: FlashcardQuery, name: String) {
        (self.name, text, tag) = (name, query.text, query.tag)
        (state, order) = (query.state?.rawValue, query.order.rawValue)
    }

    func query(in deck: Int64?) -> FlashcardQuery {
        var query = FlashcardQuery(deck: deck)
        (query.text, query.tag) = (text, tag)
        query.state = state.flatMap(FlashcardQuery.State.init(rawValue:))
        query.order = FlashcardQuery.Order(rawValue: order) ?? .due
        return query
    }

    /// Whether a list shows what this search finds.
    func isShown(by query: FlashcardQuery) -> Bool { WordSearch(query, name: name) == self }
}

extension AppSettings {
    public var savedSearches: SavedSearches {
        get { self[SavedSearches.self] }
        set { self[SavedSearches.self] = newValue }
    }
}

extension FlashcardQuery {
    /// The query of a list's address.
    init(deck: Int64, _ parameters: Parameters) {
        self.init(deck: deck)
        text = (parameters.get("q") ?? "").trimmed(to: 200)
        tag = parameters.get("tag").map { $0.trimmed(to: 100) }.flatMap { $0.isEmpty ? nil : $0 }
        state = parameters.get("state").flatMap(State.init(rawValue:))
        order = parameters.get("order").flatMap(Order.init(rawValue:)) ?? .due
    }

    /// Whether it leaves words out.
    var isFiltered: Bool { !text.isEmpty || tag != nil || state != nil }
}

/// Saving searches, removing them, and taking that back.
struct SavedSearchRoutes: Sendable {
    let words: WordsContext
    let settings: any SettingsStore
    let removed: ExpiringState<WordSearch>

    /// Saves the search of a list; one of this name is replaced.
    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let list = CardForm.list(context.form["list"]) ?? "/words/decks/\(deck.id)"
        let query = FlashcardQuery(deck: deck.id, URI(list).queryParameters)
        let name = (context.form["name"] ?? "").trimmed(to: WordSearch.longestName)
        let search = WordSearch(query, name: name.isEmpty ? locale.text.name(of: query) : name)
        guard try await keep(search) else { throw WebError(.conflict, .input, locale.text("words.searchesFull")) }
        return .redirect(to: list)
    }

    @Sendable func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let list = CardForm.list(context.form["list"]) ?? "/words/decks/\(deck.id)"
        let name = context.form["name"] ?? ""
        let gone = try await settings.change { settings -> WordSearch? in
            guard let place = settings.savedSearches.wordSearches.firstIndex(where: { $0.name == name }) else {
                return nil
            }
            return settings.savedSearches.wordSearches.remove(at: place)
        }
        guard let gone else { return .redirect(to: list) }
        return .redirect(to: list + (list.contains("?") ? "&" : "?") + "removed=\(await removed.keep(gone))")
    }

    @Sendable func restore(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let list = CardForm.list(context.form["list"]) ?? "/words"
        let isThere = try await removed.use(context.form["key"] ?? "") { search in
            guard try await keep(search) else { throw WebError(.conflict, .input, locale.text("words.searchesFull")) }
        }
        guard isThere else { throw WebError(.notFound, .gone, locale.text("words.noChange")) }
        return .redirect(to: list)
    }

    /// - Returns: `false` where there are too many.
    private func keep(_ search: WordSearch) async throws -> Bool {
        try await settings.change { settings in
            var all = settings.savedSearches.wordSearches
            if let place = all.firstIndex(where: { $0.name == search.name }) {
                all[place] = search
            } else {
                guard all.count < SavedSearches.most else { return false }
                all.append(search)
            }
            settings.savedSearches.wordSearches = all
            return true
        }
    }
}

extension Phrases {
    /// A name for a search: its text, the words that it shows, or their order.
    func name(of query: FlashcardQuery) -> String {
        let parts = [query.text, query.tag ?? "", query.state.map { self("words.\($0.rawValue)Filter") } ?? ""]
        let name = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        return String((name.isEmpty ? self("words.\(query.order.rawValue)Sort") : name).prefix(WordSearch.longestName))
    }
}
