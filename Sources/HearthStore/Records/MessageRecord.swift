// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthModels

/// A row of `messages`, but for its number.
struct MessageRecord: Codable, FetchableRecord, PersistableRecord {
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
