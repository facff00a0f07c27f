// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthModels

/// A row of `messages`, but for its number.
struct MessageRecord: Encodable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "messages"

    let id: String
    let session: String
    let parent: String?
    let role: String
    let content: String
    let createdAt: Timestamp
    let state: String
    let thoughts: String?
    let thinkingSeconds: Double?
    let fault: String?
    let faultCode: String?
    let model: String?
    let remoteHost: String?
    let tokens: Int?
    let tokensPerSecond: Double?
    let contextTokens: Int?
    let contextLength: Int?
    let instructionTokens: Int?
    let readsFrom: String?
    let isUnremembered: Bool?
    let usesMemory: Bool?
    let deed: String?
    let care: String?
}

extension MessageRecord {
    private static let names = """
        id session parent role content createdAt state thoughts thinkingSeconds fault faultCode model remoteHost tokens \
        tokensPerSecond contextTokens contextLength instructionTokens readsFrom isUnremembered usesMemory deed care
        """.split(separator: " ")

    /// Columns for `SELECT` that `init(row:)` reads.
    static let columns = names.map { "messages.\($0)" }.joined(separator: ", ")

    /// The same for a database that may be of an older version: what it does not have is NULL.
    static func columns(in database: Database) throws -> String {
        let present = Set(try database.columns(in: databaseTableName).map(\.name))
        return names.map { present.contains(String($0)) ? "messages.\($0)" : "NULL" }.joined(separator: ", ")
    }

    /// By place: `Decodable`, and looking up names, took most of the time in which messages are read.
    /// - Parameter row: has `columns`, in their order.
    init(row: Row) throws {
        id = try row.decode(atIndex: 0)
        session = try row.decode(atIndex: 1)
        parent = try row.decode(atIndex: 2)
        role = try row.decode(atIndex: 3)
        content = try row.decode(atIndex: 4)
        createdAt = Timestamp(Date(timeIntervalSinceReferenceDate: try row.decode(atIndex: 5)))
        state = try row.decode(atIndex: 6)
        thoughts = try row.decode(atIndex: 7)
        thinkingSeconds = try row.decode(atIndex: 8)
        fault = try row.decode(atIndex: 9)
        faultCode = try row.decode(atIndex: 10)
        model = try row.decode(atIndex: 11)
        remoteHost = try row.decode(atIndex: 12)
        tokens = try row.decode(atIndex: 13)
        tokensPerSecond = try row.decode(atIndex: 14)
        contextTokens = try row.decode(atIndex: 15)
        contextLength = try row.decode(atIndex: 16)
        instructionTokens = try row.decode(atIndex: 17)
        readsFrom = try row.decode(atIndex: 18)
        isUnremembered = try row.decode(atIndex: 19)
        usesMemory = try row.decode(atIndex: 20)
        deed = try row.decode(atIndex: 21)
        care = try row.decode(atIndex: 22)
    }

    init(_ message: Message) {
        id = message.id
        session = message.session
        parent = message.parent
        role = message.role.rawValue
        content = message.content.withoutNulls
        createdAt = Timestamp(message.createdAt)
        state = message.state.rawValue
        thoughts = message.thoughts?.withoutNulls
        thinkingSeconds = message.thinkingSeconds
        fault = message.fault?.withoutNulls
        faultCode = message.faultCode?.rawValue
        model = message.model
        remoteHost = message.remoteHost
        tokens = message.tokens
        tokensPerSecond = message.tokensPerSecond
        contextTokens = message.contextTokens
        contextLength = message.contextLength
        instructionTokens = message.instructionTokens
        readsFrom = message.readsFrom
        isUnremembered = message.isUnremembered ? true : nil
        usesMemory = message.usesMemory ? true : nil
        deed = message.deed?.withoutNulls
        care = message.care
    }

    /// - Throws: `StoreError` `.damaged` for what the table's own checks should have kept out.
    var message: Message {
        get throws {
            guard let role = Message.Role(rawValue: role), let state = Message.State(rawValue: state) else {
                throw StoreError(.damaged, "message \(id) has role \(self.role) and state \(self.state)")
            }
            var message = Message(
                id: id, session: session, parent: parent, role: role, content: content,
                createdAt: createdAt.date, state: state)
            message.thoughts = thoughts
            message.thinkingSeconds = thinkingSeconds
            message.fault = fault
            // A newer Hearth may know more of them.
            message.faultCode = faultCode.flatMap(ModelError.Code.init(rawValue:))
            message.model = model
            message.remoteHost = remoteHost
            message.tokens = tokens
            message.tokensPerSecond = tokensPerSecond
            message.contextTokens = contextTokens
            message.contextLength = contextLength
            message.instructionTokens = instructionTokens
            message.readsFrom = readsFrom
            message.isUnremembered = isUnremembered ?? false
            message.usesMemory = usesMemory ?? false
            message.deed = deed
            message.care = care
            return message
        }
    }
}
