// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A conversation as another program wrote it: messages that name the ones before them.
struct ForeignConversation {
    struct Node {
        let id: String
        var parent: String?
        /// `nil` for what is not shown: beginnings, instructions, and what tools said.
        var role: Message.Role?
        var text = ""
        var thoughts = ""
        var date: Date?
        var model: String?

        init(_ id: String, parent: String?) { (self.id, self.parent) = (id, parent) }

        var isShown: Bool { role != nil && !(Titles.isBlank(text) && Titles.isBlank(thoughts)) }
    }

    let id: String
    var title = ""
    var createdAt: Date?
    var changedAt: Date?
    var isArchived = false
    /// The message that was shown last.
    var current: String?
    var nodes: [Node] = []
    var gaps: [ChatImport.Gap: Int] = [:]

    init(id: String) { self.id = id }

    mutating func note(_ gap: ChatImport.Gap, _ count: Int = 1) {
        if count > 0 { gaps[gap, default: 0] += count }
    }

    /// Gives messages that come in a row, and name none before them, those before them.
    mutating func line() {
        for index in nodes.indices.dropFirst() { nodes[index].parent = nodes[index - 1].id }
    }
}

extension ForeignConversation {
    /// Puts the tree together: what is not shown is left out, and an answer that was written in several steps is one.
    /// - Parameter now: no message is newer.
    /// - Returns: `nil` where there is no message.
    func assembled(at now: Date) -> ImportedConversation? {
        var tree = ForeignTree(self, now: now)
        tree.walk()
        guard !tree.parts.isEmpty else { return nil }
        let dates = tree.parts.map(\.date)
        let first = createdAt ?? dates.min() ?? now
        let question = tree.parts.first { $0.role == .user }?.text ?? ""
        let title = Titles.cut(title, to: Titles.longest)
        return ImportedConversation(
            origin: id, title: title.isEmpty ? Titles.first(for: question) : title, createdAt: min(first, now),
            changedAt: dates.max() ?? now, isArchived: isArchived, messages: tree.parts,
            leaf: current.flatMap { tree.place(of: $0) } ?? tree.parts.indices.last, gaps: gaps)
    }
}

/// The messages of a conversation from its beginnings on. Whoever made the file decides what comes before what, so ways
/// may lead in a circle: those are on no way from a beginning.
private struct ForeignTree {
    private let nodes: [ForeignConversation.Node]
    private let index: [String: Int]
    private var children: [Int: [Int]] = [:]
    private var beginnings: [Int] = []
    private let start: Date
    private let now: Date
    private(set) var parts: [ImportedConversation.Part] = []
    /// New place of each message. A message that is not shown has the place of the last shown one before it.
    private var places: [Int: Int] = [:]

    /// A message whose turn comes, with the last shown one before it.
    private struct Step {
        let node: Int
        let before: Int?
        /// Whether nothing stands beside it or between it and that one.
        let isAlone: Bool
        let date: Date
    }

    init(_ conversation: ForeignConversation, now: Date) {
        nodes = conversation.nodes
        index = Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
        self.now = now
        start = min(conversation.createdAt ?? nodes.lazy.compactMap(\.date).first ?? conversation.changedAt ?? now, now)
        for (place, node) in nodes.enumerated() where index[node.id] == place {
            if let parent = node.parent.flatMap({ index[$0] }), parent != place {
                children[parent, default: []].append(place)
            } else {
                beginnings.append(place)
            }
        }
    }

    mutating func walk() {
        var steps = inOrder(beginnings).reversed().map {
            Step(node: $0, before: nil, isAlone: beginnings.count == 1, date: start)
        }
        while let step = steps.popLast() {
            let node = nodes[step.node]
            let date = min(node.date ?? step.date, now)
            let place = take(node, step, date)
            places[step.node] = place
            let next = inOrder(children[step.node] ?? [])
            let isEmitted = node.isShown
            steps += next.reversed().map {
                Step(
                    node: $0, before: place, isAlone: next.count == 1 && (isEmitted || step.isAlone), date: date)
            }
        }
    }

    /// - Returns: where the last shown message is.
    private mutating func take(_ node: ForeignConversation.Node, _ step: Step, _ date: Date) -> Int? {
        guard let role = node.role, node.isShown else { return step.before }
        if let before = step.before, step.isAlone, role == .assistant, parts[before].role == .assistant {
            parts[before].text = [parts[before].text, node.text].filter { !$0.isEmpty }.joined(separator: "\n\n")
            parts[before].thoughts = [parts[before].thoughts, node.thoughts].filter { !$0.isEmpty }
                .joined(separator: "\n\n")
            parts[before].model = node.model ?? parts[before].model
            return before
        }
        parts.append(
            .init(
                parent: step.before, role: role, text: node.text, thoughts: node.thoughts, date: date,
                model: role == .assistant ? node.model : nil))
        return parts.count - 1
    }

    /// By date where they have one; else as the file has them.
    private func inOrder(_ places: [Int]) -> [Int] {
        guard places.count > 1, places.allSatisfy({ nodes[$0].date != nil }) else { return places }
        return places.sorted { (nodes[$0].date ?? now, $0) < (nodes[$1].date ?? now, $1) }
    }

    func place(of id: String) -> Int? { index[id].flatMap { places[$0] } }
}
