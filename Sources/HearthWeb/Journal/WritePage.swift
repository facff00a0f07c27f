// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// An entry while it is written or changed.
struct WritePage: Page {
    static let template = "journal-write"

    let title: String
    let back: String
    let backLabel: String
    /// The page that the entry was opened from, as the form sends it back.
    let from: String?
    /// The version of the entry that the form was made from.
    let entryVersion: String?
    let draftVersion: String?
    /// Text written elsewhere meanwhile.
    let other: OtherView?
    let keep: String
    let entry: String
    let text: String
    let day: String
    let time: String
    let tags: String
    let moods: [MoodView]
    let photos: [PhotoView]
    let hasPhotos: Bool
    let fault: String?
    let isNew: Bool
    /// When what is shown was typed, where it was not saved.
    let draftNote: String?
    var care: CareView?

    struct OtherView: Sendable {
        let text: String
    }

    struct PhotoView: Sendable {
        let id: String
        let address: String
        let label: String
        let deleteLabel: String
    }

    init(
        _ form: EntryForm, photos: [JournalPhoto], isNew: Bool, isDraft: Bool = false, fault: String? = nil,
        _ say: Phrases
    ) {
        title = say(isNew ? "journal.write" : "journal.edit")
        let place = JournalBack(form.back)
        back = isNew ? place.address : place.from("/journal/entries/\(form.entry.escapedForAddress)")
        from = place.place
        (entryVersion, draftVersion, other) = (form.version, form.draftVersion, form.other.map { OtherView(text: $0) })
        keep = say(form.other == nil ? "journal.keep" : "journal.keepMine")
        backLabel = isNew ? place.label(say) : say("journal.backToEntry")
        (entry, text, day, time, tags) = (form.entry, form.text, form.day, form.time, form.tags)
        moods = Mood.allCases.map { MoodView($0, isChosen: $0 == form.mood, say) }
        self.photos = PhotoView.all(photos, say)
        hasPhotos = !photos.isEmpty
        self.fault = fault
        self.isNew = isNew
        draftNote = isDraft ? say("journal.draftNote") : nil
    }
}

extension WritePage.PhotoView {
    static func all(_ photos: [JournalPhoto], _ say: Phrases) -> [Self] {
        photos.enumerated().map { place, photo in
            let label = say("journal.photo", ["n": say.number(place + 1)])
            return Self(
                id: photo.id, address: "/journal/photos/\(photo.id.escapedForAddress)", label: label,
                deleteLabel: say("journal.removePhoto", ["photo": label]))
        }
    }
}

/// An entry as it stands in the form.
struct EntryForm: Sendable {
    var entry: String
    /// As it was typed: 2026-11-21.
    var day: String
    /// As it was typed: 21:12; empty where no time is known.
    var time: String
    var text = ""
    var mood: Mood?
    /// With commas between.
    var tags = ""
    /// Of the entry and the draft that it was made from: empty for none, `nil` where it does not say.
    var version: String?
    var draftVersion: String?
    /// Text written elsewhere meanwhile, while the user chooses.
    var other: String?
    /// The page that the entry was opened from.
    var back: String?

    init(entry: String, day: JournalDay, minute: Int?, _ say: Phrases) {
        (self.entry, self.day) = (entry, "\(day)")
        time = minute.map(Self.clock) ?? ""
    }

    init(_ entry: JournalEntry, _ say: Phrases) {
        self.init(entry: entry.id, day: entry.day, minute: entry.minute, say)
        (text, mood, tags) = (entry.text, entry.mood, entry.tags.joined(separator: ", "))
    }

    init(_ form: Form) {
        entry = form["entry"] ?? ""
        (day, time) = (form["day"]?.trimmed ?? "", form["time"]?.trimmed ?? "")
        text = form["text"] ?? ""
        mood = form["mood"].flatMap { Mood(named: $0) }
        tags = form["tags"] ?? ""
        (version, draftVersion, back) = (form["version"], form["draft"], JournalBack(form["back"]).place)
        other = form["other"]
    }

    /// The address that shows it again, with the fields that a draft does not keep.
    var address: String {
        let parts = [("entry", entry), ("day", day), ("time", time), ("tags", tags.trimmed(to: 2_000))]
        return JournalBack(back).from(
            "/journal/write?\(parts.map { "\($0)=\($1.escapedForAddress)" }.joined(separator: "&"))")
    }

    /// As a field for times takes it, with two digits each.
    static func clock(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Puts the form's fields into an entry.
    /// - Throws: the fault of a field that cannot be read, or of an entry that is empty or too long.
    func changed(_ entry: JournalEntry) throws(EntryFault) -> JournalEntry {
        var entry = entry
        guard let day = JournalDay(self.day) else { throw EntryFault.day }
        guard time.isEmpty || TimeOfDay(time) != nil else { throw EntryFault.time }
        (entry.day, entry.minute) = (day, time.isEmpty ? nil : TimeOfDay(time)?.minutes)
        (entry.text, entry.mood) = (text.trimmed, mood)
        entry.tags = tags.split(separator: ",").map { String($0).trimmed(to: JournalEntry.longestTag) }
            .filter { !$0.isEmpty }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        guard (try? entry.check()) != nil else { throw EntryFault.long }
        guard !entry.isEmpty else { throw EntryFault.empty }
        return entry
    }
}

/// Why an entry cannot be saved as it stands in the form.
enum EntryFault: String, Error, CaseIterable { case day, time, empty, long }
