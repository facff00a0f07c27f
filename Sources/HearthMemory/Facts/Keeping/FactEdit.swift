// SPDX-License-Identifier: Apache-2.0

/// A change of a fact between the state that somebody has read and the one that they want.
///
/// Acts of the user and background learning change facts at the same time. A change says which fields it is about, and
/// leaves the others as they are by the time it is kept; it can be taken back as long as nobody else has changed those.
public struct FactEdit: Sendable, Equatable {
    public let before: Fact
    public let after: Fact

    public init(_ before: Fact, to after: Fact) { (self.before, self.after) = (before, after) }

    /// The fact as it is now, with the changed fields as they are wanted.
    public func applied(to current: Fact) -> Fact {
        var fact = current
        for field in Self.fields { field.apply(self, &fact) }
        fact.evidence.removeAll { removed.contains($0.utterance) }
        fact.evidence += added.filter { item in !fact.evidence.contains { $0.utterance == item.utterance } }
        return fact
    }

    /// The fact as it is now, with the changed fields as they were before.
    /// - Returns: `nil` where one of them has been changed since.
    public func reverted(in current: Fact) -> Fact? {
        guard Self.fields.allSatisfy({ !$0.isChanged(self) || $0.isSame(current, after) }) else { return nil }
        return FactEdit(after, to: before).applied(to: current)
    }

    private var added: [FactEvidence] {
        after.evidence.filter { item in !before.evidence.contains { $0.utterance == item.utterance } }
    }

    private var removed: Set<String> {
        Set(before.evidence.map(\.utterance)).subtracting(after.evidence.map(\.utterance))
    }

    // MARK: Fields

    private struct Field: Sendable {
        let isSame: @Sendable (Fact, Fact) -> Bool
        let copy: @Sendable (Fact, inout Fact) -> Void

        init<Value: Equatable & SendableMetatype>(_ path: any WritableKeyPath<Fact, Value> & Sendable) {
            isSame = { $0[keyPath: path] == $1[keyPath: path] }
            copy = { $1[keyPath: path] = $0[keyPath: path] }
        }

        func isChanged(_ edit: FactEdit) -> Bool { !isSame(edit.before, edit.after) }

        func apply(_ edit: FactEdit, _ fact: inout Fact) {
            if isChanged(edit) { copy(edit.after, &fact) }
        }
    }

    private static let fields = [
        Field(\.statement), Field(\.subject), Field(\.kind), Field(\.isNegative), Field(\.time), Field(\.confidence),
        Field(\.validFrom), Field(\.validUntil), Field(\.supersededBy), Field(\.isPinned), Field(\.isHidden),
        Field(\.slot), Field(\.alsoSaid),
    ]
}

/// An act of the user on facts, as it is taken back.
public struct FactReversal: Sendable, Equatable {
    /// Facts that the act has changed.
    public var edits: [FactEdit] = []
    /// Of these, facts that waited for the user before.
    public var waited: Set<Fact.ID> = []
    /// Facts that waited for the user before, and are gone: others say the same.
    public var settled: [Fact] = []
    /// Facts that the act has added. What else says them by now stays.
    public var added: [Fact] = []
    /// The messages and entries of their evidence that were there before. A quotation whose source has been erased
    /// since does not come back; one that never had any, because it came from a file, does.
    public var sources: Set<String> = []

    public init() {}

    /// All facts that it is about.
    public var facts: [Fact.ID] { edits.map(\.before.id) + settled.map(\.id) + added.map(\.id) }
}
