// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory

/// A conversation, or the beginning of one.
struct ChatPage: Page {
    static let template = "chat"

    let title: String
    /// `nil` before the first message.
    let session: String?
    /// How often the session had been changed when it was read; who is told of more asks again.
    let changes: Int
    let isNew: Bool
    let isTemporary: Bool
    /// The session that it goes on from, and what was said there; the latter `nil` where that was deleted.
    let continues: String?
    let carried: CarriedView?
    /// When a session was frozen, as a sentence; such a one is only read.
    let frozen: String?
    let isWritable: Bool
    /// The model that answers here, and where another one is taken.
    let chatModel: ModelView
    let modelAddress: String
    /// The model of the first message, where it is not to be the usual one.
    let startModel: String?
    /// The folder that the conversation is to be in.
    let startFolder: FolderChip?
    /// Whether an answer is being written.
    let isAnswering: Bool
    let day: String?
    var turns: [TurnView]
    let greeting: String
    let suggestions: [Suggestion]
    let remoteNotice: RemoteNotice?
    let pocket: PocketNotice?
    /// Whether the questions about the user are offered.
    var offersAbout = false
    let draft: String
    /// The same where the session is frozen and there is no box for it.
    let unsent: String?
    let placeholder: String
    let context: ContextMeter?
    /// Shown over the conversation: what is known of it and can be done with it.
    var sheet: SessionSheet?
    var memorySheet: MemorySheetView?
    var modeSheet: ModeSheetView?
    var messageSheet: MessageSheetView?
    var editSheet: EditSheet?
    var modelSheet: ModelSheetView?
    /// The conversation that this one has taken the place of, while that can be undone.
    var cleared: String?
    /// Says that nothing is remembered.
    let strip: MemoryStrip?
    /// The mode's name, and its identifier for the first message; `nil` where there are no modes.
    let mode: ModeChip?
    /// Whether the memory is off in this conversation, and so for its first message.
    let memoryIsOff: Bool
    /// Whether something of the memory is shown at the composer.
    let showsMemory: Bool

    struct FolderChip: Sendable {
        let id: String
        let name: String
    }

    struct ModeChip: Sendable {
        let id: String
        let name: String
        let address: String
    }

    /// Settings of a new conversation.
    struct NewChatOptions: Sendable {
        var isTemporary = false
        var memoryIsOff = false
        /// The model that is to answer; `nil` for the chosen one.
        var model: String?
        /// The folder that it is to be in.
        var folder: SessionFolder?
        /// Index of the suggestion that stands in the message field, from 0.
        var suggestion: Int?
        /// Those to choose from, where they are shown.
        var modes: [Mode] = []
    }

    /// The conversation that this one goes on from, folded: its last messages, and the way to it.
    struct CarriedView: Sendable {
        let label: String
        let address: String
        /// How many messages come before those that are shown, as a sentence.
        let earlier: String?
        let said: [SaidView]
        /// Whether nothing has been said since.
        let isOpen: Bool
    }

    struct SaidView: Sendable {
        let isMine: Bool
        /// The user's message as text; empty for an answer.
        let words: String
        /// An answer as HTML.
        let answer: String
    }

    struct Suggestion: Sendable {
        let words: String
        let icon: String
        /// The same page with the words in the box.
        let address: String
    }

    struct RemoteNotice: Sendable {
        let host: String
        let explanation: String
    }

    /// A message of the user's, to be changed and sent again.
    struct EditSheet: Sendable {
        let id: String
        let fields: [FieldView]
        /// Whether it is too long for one field.
        let isInParts: Bool

        struct FieldView: Sendable {
            /// Each has a name of its own: where it stands in the message.
            let name: String
            let label: String
            let words: String
            /// By what the browser keeps what is typed and not sent; a message in one part is kept by the same in its
            /// place.
            let draft: String
        }
    }

    struct SessionSheet: Sendable {
        let summary: String
        /// How fast the last answer came.
        let pace: String?
        let instructions: String
        let thinks: Bool
        /// Whether the model can think before it answers.
        let canThink: Bool
        let isFrozen: Bool
        let isPinned: Bool
        /// The name of the folder that it is in, or that it is in none.
        var folder = ""
        /// Offers to keep the confirmed facts that go with it; `nil` where none does.
        var keepsFacts: String?
        /// The mode's name and whether the memory is on, in a word; `nil` where there is no memory.
        let mode: String?
        let memory: String?
        /// Says that the name was left empty and the old one stays.
        var nameNote: String?
    }
}

extension ChatPage.EditSheet {
    init(_ message: Message, _ say: Phrases) {
        id = message.id
        let parts = LongText.fields(of: message.content)
        isInParts = parts.count > 1
        fields = parts.enumerated().map { place, words in
            let label = parts.count > 1 ? "turn.editPart" : "turn.edit"
            let values = ["n": say.number(place + 1), "of": say.number(parts.count)]
            let number = place == 0 ? "" : "-\(place)"
            return FieldView(
                name: "message\(number)", label: say(label, values), words: words, draft: "edit-\(message.id)\(number)")
        }
    }

    /// Joins the fields of a long message: `message`, `message-1` and so on.
    static func text(in form: Form) -> String {
        var text = form["message"] ?? ""
        var place = 1
        while let more = form["message-\(place)"] {
            text += more
            place += 1
        }
        return text
    }
}
