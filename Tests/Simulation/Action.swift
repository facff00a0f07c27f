// SPDX-License-Identifier: Apache-2.0

import FSRS
import HearthMemory

/// Something that happens in a household. What an action is about is named by the number of the step that made it: a
/// sequence of which some steps are left out is a sequence still.
enum Action: Hashable, Sendable {
    // Words
    case makeDeck(DeckKind)
    case addWord(deck: Int, isAskedBothWays: Bool)
    case editWord(Int)
    case tagWord(Int)
    /// Does the same to all words of a deck at once.
    case changeWords(deck: Int, Change)
    /// Takes back what a step did to many words.
    case takeBack(change: Int)
    case answer(word: Int, card: Int, Rating)
    /// The phone takes along the cards that there are.
    case takeAlong
    /// An answer on the phone, which has no connection.
    case answerAway(word: Int, card: Int, Rating)
    /// The phone has a connection again.
    case send(Sending)
    /// Takes back the answer of a step, on whatever device it was given.
    case undo(answer: Int)
    case decide(word: Int, card: Int, Decision)
    case deleteWord(Int)
    case deleteDeck(Int)
    /// Brings back what a step deleted.
    case restoreWords(deletion: Int)
    case translate(deck: Int)
    case disconnect

    // Conversations
    /// - Parameter chat: `nil` begins a new one.
    case ask(chat: Int?, waits: Bool)
    /// Begins a conversation with a tutor, always with the same words.
    case greetTutor
    case stop(chat: Int)
    case deleteChat(Int)
    case restoreChat(Int)
    case clearChat(Int)
    case pinChat(Int, Bool)
    case makeFolder
    /// - Parameter folder: `nil` takes it out of its folder.
    case moveChat(Int, folder: Int?)
    case deleteFolder(Int)
    case restoreFolder(Int)
    /// Brings in a conversation with another program.
    case importChat

    // The journal
    case writeEntry(Topic, Mood?)
    case editEntry(Int, Mood?)
    /// - Parameter entry: `nil` for one that is not there yet.
    case draft(entry: Int?)
    /// Saves a draft as an entry, or in the place of its entry.
    case finishDraft(Int)
    case discardDraft(Int)
    case addPhoto(Int)
    case deleteEntry(Int)
    case restoreEntry(Int)
    /// Erases the day of an entry.
    case eraseDay(entry: Int)
    case eraseJournal
    /// Keeps a look back at the week of an entry, which cites it.
    case lookBack(entry: Int)
    case importEntry
    /// Asks in a chat that may use the journal.
    case askAbout(Topic)

    // What is known
    /// Writes a fact on the page You.
    case addFact(Topic)
    /// Writes a value in a slot there.
    case writeFact(Topic)
    case correctFact(Int)
    case pinFact(Int, Bool)
    case hideFact(Int, Bool)
    /// Says that it holds no longer.
    case endFact(Int)
    /// Keeps the confirmed facts of a chat that was just deleted.
    case keepFacts(chat: Int)
    /// Says that it is wrong.
    case refuseFact(Int)
    case forgetFact(Int, isRefused: Bool)
    case forgetEverything
    /// Takes back what a step did to a fact.
    case undoFact(act: Int)
    /// Says in a conversation what is to be remembered.
    case remember(chat: Int?)
    case pauseMemory(Bool)

    // All that is kept
    case backUp
    /// The user asks for a backup.
    case backUpNow
    /// - Parameter age: how many backups are newer.
    case restoreBackup(age: Int)
    case export
    case eraseEverything

    // The world
    case wait(Duration)
    case setClock(hours: Int)
    /// The disk refuses what is written from now on, until it is repaired.
    case spoilDisk(isFull: Bool)
    case repairDisk
    /// The program is killed before so many further changes of its files, and started again.
    case kill(changes: Int)
    /// The program ends and is started again.
    case restart
    /// Another tab does the same at the same time.
    indirect case twice(Action)
}

/// A user's decision about a card.
enum Decision: Hashable, Sendable, CaseIterable {
    case suspend, resume
    /// Hide until tomorrow.
    case hide
    case show
    case startOver
}

/// A change of many words at once.
enum Change: Hashable, Sendable, CaseIterable {
    case tag, replace
    /// Due today.
    case due
}

/// How the phone sends its answers.
enum Sending: Hashable, Sendable, CaseIterable {
    case once
    /// The reply was lost, so it sends them again.
    case twice
    /// The newest first.
    case outOfOrder
    /// Also those that were taken long ago.
    case everything
}

/// A deck by its settings.
enum DeckKind: Hashable, Sendable, CaseIterable {
    case plain
    /// One lapse makes a leech, which is suspended.
    case strict
    /// Cards of one word are kept apart.
    case apart
}

/// An action with its number, by which others name what it made.
struct Step: Hashable, Sendable, CustomStringConvertible {
    let number: Int
    let action: Action

    var description: String { "\(number): \(action)" }
    /// A mark for what this step writes.
    func mark(_ place: Int = 0) -> Mark { Mark(step: number, place) }
}

extension Mark {
    init(step: Int, _ place: Int = 0) { number = step * 10 + place }
}
