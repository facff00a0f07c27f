// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthAnki
import HearthModels
import HearthWords

@testable import HearthWeb

/// The pages about words, as full as they can be.
struct WordPageSamples {
    private let site: Pages
    private let say: Phrases
    private let moment: StudyMoment

    init(_ site: Pages, _ say: Phrases) {
        (self.site, self.say) = (site, say)
        moment = StudyMoment(now: someEvening, days: UserDays(timeZone: site.clock.zone))
    }

    var all: [any Page] { decks + cards + study + files + others }

    private var deck: Deck { Deck(id: 1, name: "French", createdAt: someEvening) }
    private var tree: DeckTree { DeckTree([deck, Deck(id: 2, parent: 1, name: "Verbs", createdAt: someEvening)]) }

    private var word: Flashcard {
        var content = FlashcardContent(word: "le seuil")
        (content.translation, content.definition) = ("threshold", "where a house begins")
        (content.phonetic, content.example) = ("[lə sœj]", "Elle hésita sur le seuil, longtemps.")
        (content.image, content.audio, content.tags) = ("door.png", "seuil.mp3", ["home", FlashcardContent.leechTag])
        return Flashcard(id: 7, guid: "g", deck: 1, content: content, createdAt: someEvening, modifiedAt: someEvening)
    }

    private func card(_ id: Int64, _ direction: Direction, _ phase: Phase) -> StudyCard {
        var card = StudyCard(id: id, flashcard: 7, direction: direction, deck: 1)
        if phase != .new {
            card.state.card = CardState(phase: phase, memory: MemoryState(stability: 12, difficulty: 5))
            card.state.due = phase == .learning ? .at(someEvening.addingTimeInterval(600)) : .on(day: moment.today + 3)
        }
        return card
    }

    private var statistics: WordStatistics {
        var found = WordStatistics(today: moment.today)
        var day = WordStatistics.Day(day: moment.today)
        (day.review, day.ratings, day.milliseconds) = (20, [2, 3, 14, 1], 120_000)
        found.days = [day]
        found.forecast = (0..<30).map { .init(day: moment.today + $0, cards: 30 - $0) }
        found.stability = [1, 7, 30].map { .init(upTo: $0, cards: Int($0)) }
        found.difficulty = (2...10).map { .init(upTo: Double($0), cards: $0) }
        found.retention.young = .init(recalled: 9, answers: 10)
        (found.cards.words, found.cards.new, found.cards.young, found.cards.mature) = (4, 1, 1, 2)
        return found
    }

    private var decks: [any Page] {
        let counts = [Int64(1): StudyCounts(new: 1, learning: 1, review: 3)]
        let page = FlashcardPage(flashcards: [word], cards: [card(8, .recognition, .learning)], total: 200)
        var query = FlashcardQuery(deck: 1)
        (query.offset, query.tag) = (50, "home")
        func list(selects: Bool, _ page: FlashcardPage) -> DeckPage {
            DeckPage(
                deck, tree, page, query, counts[1]!,
                DeckPage.Options(
                    selects: selects, deleted: "k", changed: .init(key: "k", count: 2),
                    tags: selects ? nil : TagTree([(["home", "home::door"], 3)] + (0..<600).map { (["t\($0)"], 1) }),
                    searches: selects || page.total == 0 ? [] : [WordSearch(query, name: "At home")], removedSearch: "k"
                ),
                moment, site.clock, say)
        }
        var suspended = card(8, .recognition, .review)
        suspended.isSuspended = true
        let form = DeckForm(deck, DeckSettings(), say)
        return [
            WordsPage(
                tree, counts: DeckCounts(counts, tree, left: TotalLimits()), sizes: [1: statistics.cards],
                recent: statistics, deleted: "k", moment, say),
            WordsPage(
                DeckTree([]), counts: DeckCounts([:], DeckTree([]), left: TotalLimits()), sizes: [:],
                recent: statistics, deleted: nil, moment, say),
            list(selects: false, page), list(selects: true, page),
            list(selects: true, FlashcardPage(flashcards: [word], cards: [suspended], total: 1)),
            list(selects: false, FlashcardPage(flashcards: [word], cards: [suspended], total: 1)),
            list(selects: false, FlashcardPage(flashcards: [], cards: [], total: 0)),
            DeckSettingsPage(
                deck, tree, form, work: work(canSlide: true), fit: fit, faults: Set(DeckFault.allCases), isSaved: true,
                say),
            DeckSettingsPage(
                deck, tree, form, work: nil, fit: FitView(DeckSettings(), reviews: 0, site.clock, say),
                faults: Set(DeckFault.allCases), say),
            settingsOfVerbs(nil), settingsOfVerbs(DeckSettings()),
            NewDeckPage(fault: "No.", say), FirstDeckPage(nil, made: nil, samples: 210, say),
            FirstDeckPage(.sample, made: nil, samples: 0, say), FirstDeckPage(nil, made: deck, samples: 0, say),
            FirstDeckPage(nil, made: deck, words: 3, samples: 0, say),
        ]
    }

    /// Of a deck in another one, with settings of its own or without.
    private func settingsOfVerbs(_ own: DeckSettings?) -> DeckSettingsPage {
        var verbs = tree.decks[1]
        verbs.settings = own
        return DeckSettingsPage(
            verbs, DeckTree([deck, verbs]), DeckForm(verbs, DeckSettings(), say), work: nil,
            fit: FitView(DeckSettings(), reviews: 0, site.clock, say), say)
    }

    private var cards: [any Page] {
        var two = [card(8, .recognition, .review), card(9, .production, .new)]
        two[0].flag = 1
        let review = FlashcardReview(
            card: 8, date: someEvening, day: moment.today, rating: .good, kind: .review, interval: .init(value: 9))
        var asleep = two
        for index in asleep.indices { asleep[index].isSuspended = true }
        func page(_ cards: [StudyCard]) -> CardPage {
            CardPage(
                word, cards, [8: [review]], CardForm(word), tree, isSaved: true, marked: .hidden, isRefused: true,
                moment, site.clock,
                say)
        }
        var changed = CardForm(word)
        var gaps = CardForm()
        gaps.word = "{{c1::Le}} seuil"
        (changed.version, changed.translation, changed.list) = ("old", "doorstep", "/words/decks/1?q=a&from=50")
        return [
            page(two), page(asleep),
            CardPage(
                word, two, [:], changed, tree, isSaved: false, isRefused: false,
                conflict: CardConflict(changed, word, tree, say), moment, site.clock, say),
            NewCardPage(CardForm(word), tree, twin: word, say), NewCardPage(gaps, tree, say),
            NewCardPage(CardForm(word), tree, isAdded: true, twin: word, say),
            NewCardPage(
                CardForm(word), tree, isAdded: true, isRefused: true, picture: .pictureKind, say),
            MoveCardsPage([7], from: deck, tree, say),
            ChosenStudyPage(FlashcardQuery(deck: 1), of: deck, found: 3, .init(), fault: .amount, say),
            ChosenStudyPage(
                FlashcardQuery(deck: 1), of: deck, found: 3, .init(mode: .cram, most: "9", isShuffled: true),
                fault: .nothing, say),
            TagPage(.init(name: "home::door", depth: 1, words: 3), of: deck, to: "two words", say),
            ChangeCardsPage([7], of: deck, list: "/words/decks/1", isRefused: true, say),
            ReplacePage(
                TextReplacement("le", by: "la"), deck, [(word.content, FlashcardContent(word: "la seuil"))], 21,
                isAsked: true, say),
        ]
    }

    private var study: [any Page] {
        func page(_ direction: Direction, _ options: StudyPage.Options, types: Bool = false) -> StudyPage {
            var item = StudyItem(
                card: card(8, direction, .review), flashcard: word,
                previews: [.seconds(600), .days(4), .days(9), .days(21)], typesAnswer: types)
            item.own = [OwnSentence(text: word.content.example, source: .entry("e"), date: someEvening)]
            item.card.state.repetitions = 1
            var settings = WordSettings()
            settings.wordsShowTime = true
            return StudyPage(
                item, StudyCardView(item, DeckSettings(), site.clock, say), in: deck, .scheduled, session: "s",
                leech: LeechView(word, isSuspended: !types, say), done: 6, left: 18, spent: 250_000,
                hasAnswers: true, canUndo: true, options, settings, now: someEvening, say)
        }
        var summary = SessionSummary()
        for rating in Rating.allCases {
            let review = FlashcardReview(
                card: 8, date: someEvening, day: moment.today, rating: rating, kind: .review, interval: .init(value: 9),
                milliseconds: 9_000)
            summary.add(AnsweredCard(card: card(8, .recognition, .review), review: review))
        }
        let batch = StudyBatch(items: [], counts: StudyCounts(), nextDue: someEvening.addingTimeInterval(300))
        return [
            page(.recognition, .init()), page(.recognition, .init(showsBack: true)),
            page(.production, .init(typed: "le seuils")),
            page(.production, .init(typed: "I want to kill myself tonight")), page(.recognition, .init(), types: true),
            SummaryPage(
                deck, summary, batch, [.init(word: word, missed: 2, isSuspended: true)], tomorrow: 17, next: deck,
                story: "s", moment, say),
            SummaryPage(deck, SessionSummary(), batch, [], tomorrow: 0, next: nil, moment, say),
        ]
    }

    /// A table, and words that a file describes; each with something that is left out.
    private var found: (table: WordsInFile, words: WordsInFile)? {
        let file = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        try? Data("word,english,page\nmot,\"word,1\n,\"x\",2\n".utf8).write(to: file)
        // Where the disk is full, the tests say that pages are missing.
        guard let table = try? DelimitedTable(file) else { return nil }
        var (batch, report) = (WordImport(), ImportReport())
        batch.decks = [ImportedDeck(path: ["French", "Verbs"])]
        batch.words = [ImportedWord(deck: 0, content: word.content)]
        for number in 0..<60 { report.skip(.noCards, "note", "\(number)") }
        report.simplify(.noGap, "seuil")
        return (.table(table), .words(WordsRead(batch, report)))
    }

    /// A package, whose fields can be mapped, and a table without a column for the words.
    private var mapped: [WordsInFile] {
        let url = PackageUploadTests.folder.appending(path: "anki_modern.apkg")
        let package = try? WordsInFile.read(url, name: "a.apkg", deck: "a", days: moment.days, now: someEvening)
        guard case .table(var table)? = found?.table else { return [] }
        for place in table.mapping.columns.indices { table.mapping.columns[place] = .ignored }
        return [package, .table(table)].compactMap { $0 }
    }

    private var files: [any Page] {
        var report = WordImportReport()
        (report.added, report.kept, report.decks) = (2, 1, 1)
        var leftOut = ImportReport()
        leftOut.skip(.damagedFile, "media", "a.png")
        leftOut.noteUnclosedQuotes(Array(2...12), of: 14)
        let fault = ImportJob.Fault.file(AnkiError(.damaged, "words.apkg", "ends at byte 7"))
        let job = ImportJob("words.csv")
        leftOut.simplify(.otherQuestion, "seuil")
        report.noteOther(word.content)
        let previews = (found.map { [$0.table, $0.words] } ?? []) + mapped
        return previews.map { found -> any Page in
            PreviewPage(ImportForm(found, name: "words.csv"), of: job, "k", tree, isRefused: true, say)
        } + [
            ImportPage(fault: .init(fault, say), say), ImportProgressPage(job, "k", say),
            ImportReportPage(report, leftOut, of: "words.csv", say), ExportPage(tree, 1, say),
        ]
    }

    /// Simulated once for all tests.
    private static let curve = WorkCurve(DeckSettings())

    private func work(canSlide: Bool) -> WorkFigure? {
        WorkFigure(Self.curve, percent: 90, canSlide: canSlide, say)
    }

    private var fit: FitView {
        var settings = DeckSettings()
        settings.fit = ParameterFit(
            date: someEvening, reviews: 500, parameters: [], logLoss: 0.3, formerLogLoss: 0.31, former: nil,
            isInUse: true)
        return FitView(settings, reviews: 600, site.clock, say)
    }

    private var others: [any Page] {
        [
            WordStatisticsPage(statistics, tree, 1, work: work(canSlide: false), moment.days, say),
            WordStatisticsPage(
                WordStatistics(today: moment.today), tree, nil, work: nil, moment.days, say),
            WordSettingsPage(
                WordSettings(), typed: [.dayStart: "25"], faults: Set(WordSettingsPage.Field.allCases), isSaved: true,
                say),
        ]
    }
}
