// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthMemory
import HearthModels
import HearthWords

/// Everything that the areas are made from: the pages, and the parts of the app that they show and change.
struct Site: Sendable {
    let pages: Pages
    let conversations: Conversations
    /// `nil` where no conversations of other programs can be brought in.
    let chatImporter: ChatImporter?
    let models: any ModelHost
    let settings: any SettingsStore
    let backgroundJobs: BackgroundJobs
    /// `nil` where texts cannot be made vectors.
    let embedder: (any Embedding)?
    let places: AnswerPlaces
    /// `nil` where models cannot be fetched.
    let library: (any ModelLibrary)?
    /// `nil` where no model can be elsewhere.
    let remote: (any RemoteModels)?
    /// `nil` where what is kept cannot be handled as a whole.
    let backupService: (any BackupService)?
    /// `nil` where no words are kept.
    let words: (any WordStore)?
    /// `nil` where no journal is kept.
    let journal: Journal?
    /// `nil` where nothing is remembered.
    let memory: MemoryAccess?
    /// Facts about the user, and the user's decisions on them; `nil` if nothing is learned.
    let curation: FactCuration?
    /// `nil` where nothing can be translated.
    let translations: Translations?
    let translators: (any TranslationServices)?
    /// `nil` where no word is helped with.
    let wordHelp: WordHelp?
    /// Everything that was deleted and can still be restored.
    let deletions: DeletionQueue
    /// State that pages hold in memory.
    let webState: WebState
    var helpDrafts: HelpDrafts { webState.helpDrafts }
    var studySessions: StudySessions { webState.studySessions }
    let work = DataJobs()
    /// Forms that were sent, so that each runs once.
    let sent = SentForms()

    /// Returns the address to open in a browser. It holds a key: opening it signs the browser in.
    /// - Parameter host: the name or address by which the browser reaches this machine; `nil` for the one that it
    ///   listens on.
    func startAddress(port: Int, host: String?) -> String {
        let host = host ?? pages.configuration.host
        let name = host.contains(":") ? "[\(host)]" : host
        return "http://\(name):\(port)\(EntryRoutes.enterPath)?token=\(pages.access.startToken)"
    }
}
