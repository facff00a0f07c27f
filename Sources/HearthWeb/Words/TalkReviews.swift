// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthModels
import HearthWords
import Hummingbird

/// Due words that the user has used in a talk of a mode that has words: each is offered as a review, below the answer.
struct TalkReviews: Sendable {
    private let pages: WordsContext
    private let conversations: Conversations
    private let backgroundJobs: BackgroundJobs

    /// How many due words are looked for, and in how many messages at most.
    private static let mostWords = 100
    private static let mostMessages = 30

    init(_ site: Site) {
        pages = WordsContext(pages: site.pages, kept: site.words)
        (conversations, backgroundJobs) = (site.conversations, site.backgroundJobs)
    }

    /// Makes the reviews shown below the answers of a session, by answer.
    func views(in session: Session, _ turns: [Turn], _ mode: Mode?, _ locale: RequestLocale) async throws
        -> [Message.ID: [TalkReviewView]]
    {
        guard let words = pages.kept, mode?.text.uses.contains(.words) == true, !session.isTemporary else { return [:] }
        let said = Self.said(turns)
        let (tutor, moment) = (TutorWords(words), pages.moment(locale))
        let reviews = try await tutor.reviews(by: said.map(\.question.id))
        let mayOffer =
            session.frozenAt == nil && said.contains { moment.days.day(of: $0.question.createdAt) == moment.today }
        let due = mayOffer ? try await tutor.due(moment, limit: Self.mostWords) : []
        var (views, offered): ([Message.ID: [TalkReviewView]], Set<Int64>) = ([:], [])
        // The newest use of a word is the one that counts.
        for (question, answer) in said.reversed() {
            let counted = reviews[question.id] ?? []
            var found = counted.map { TalkReviewView($0, question, moment, pages.pages.clock, locale.text) }
            let isToday = moment.days.day(of: question.createdAt) == moment.today
            for offer in isToday ? TutorWords.offers(due, in: question.content, id: question.id) : []
            where offered.insert(offer.card).inserted && !counted.contains(where: { $0.card == offer.card }) {
                found.append(TalkReviewView(offer, session: session.id, locale.text))
            }
            if !found.isEmpty { views[answer.id] = found }
        }
        return views
    }

    /// Questions with their answers, where these are done and are no words of care.
    private static func said(_ turns: [Turn]) -> [(question: Message, answer: Message)] {
        var said: [(question: Message, answer: Message)] = []
        for (turn, next) in zip(turns, turns.dropFirst()) {
            let (question, answer) = (turn.message, next.message)
            guard question.role == .user, answer.state != .arriving, answer.care == nil else { continue }
            said.append((question, answer))
        }
        return Array(said.suffix(mostMessages))
    }

    /// Counts a word, or takes that back; then the conversation is shown again.
    @Sendable func change(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.pages.locale(request)
        let (tutor, moment) = (TutorWords(try pages.store(locale)), pages.moment(locale))
        guard let session = context.form["session"], let card = context.form.id("card"),
            let id = context.parameters.get("message"), try await conversations.session(session) != nil,
            let message = try await conversations.path(of: session).first(where: { $0.id == id })?.message
        else { throw WebError(.notFound, .gone) }
        let offer = ReviewOffer(card: card, word: "", message: id)
        if context.form["do"] == "undo" {
            _ = try await tutor.takeBack(offer)
        } else if let word = try await tutor.due(moment, limit: Self.mostWords).first(where: { $0.card.id == card }),
            !TutorWords.used([word], in: message.content).isEmpty
        {
            _ = try await tutor.accept(offer, flashcard: word.flashcard.id, moment)
            Refitting(try pages.store(locale)).scheduleRefit(backgroundJobs)
        }
        return .redirect(to: "/chat/\(session.escapedForAddress)#m-\(id.escapedForAddress)")
    }
}

/// A word that was used: offered as a review, or counted as one.
struct TalkReviewView: Sendable {
    let word: String
    let words: String
    /// Counts the review or undoes it; `nil` when neither can be done any more.
    let action: ActionView?

    struct ActionView: Sendable {
        let address: String
        let session: String
        let card: String
        let act: String
        let label: String
        let fullLabel: String
    }

    init(_ offer: ReviewOffer, session: String, _ say: Phrases) {
        (word, words) = (offer.word, say("talk.used"))
        action = ActionView(
            address: "/words/talk/\(offer.message.escapedForAddress)", session: session, card: String(offer.card),
            act: "count", label: say("talk.count"), fullLabel: say("talk.countWord", ["word": offer.word]))
    }

    init(_ review: TalkReview, _ message: Message, _ moment: StudyMoment, _ clock: WallClock, _ say: Phrases) {
        word = review.word
        words = say("talk.counted", ["next": say.due(review.answered.card.state, moment, clock)])
        action =
            !review.isLast
            ? nil
            : ActionView(
                address: "/words/talk/\(message.id.escapedForAddress)", session: message.session,
                card: String(review.card), act: "undo", label: say("words.undo"),
                fullLabel: say("talk.undoWord", ["word": review.word]))
    }
}

extension ChatPage {
    /// Adds reviews below the answers that they belong to.
    mutating func show(_ reviews: [Message.ID: [TalkReviewView]]) {
        for index in turns.indices { turns[index].reviews = reviews[turns[index].id] ?? [] }
    }
}
