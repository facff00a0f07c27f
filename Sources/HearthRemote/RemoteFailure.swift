// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import EmberJSON
import Foundation
import HearthModels

/// Puts what goes wrong between here and an endpoint into words. No key and no conversation is ever among them.
enum RemoteFailure {
    static func words(_ error: any Error, _ address: RemoteAddress, _ silence: Duration) -> ModelError {
        if let error = error as? ModelError { return error }
        switch (error as? HTTPFailure)?.code {
        case .silent?, .slow?:
            return ModelError(
                .silent,
                "\(address.shown) has sent nothing for \(silence.components.seconds) s. "
                    + "It may be busy: try again, or use a model at home.")
        case .closedEarly?, .connection?: return brokeOff(address)
        case .handshakeTimeout?, .untrusted?: return untrusted(address)
        case .brokenAnswer?, .headTooLarge?: return unreadable(address)
        default:
            return ModelError(
                .unreachable, "Nothing answers at \(address.shown). Is it running, and is its address right?")
        }
    }

    /// - Parameter said: what the endpoint itself says of it.
    static func words(for status: Int, said: String?, _ address: RemoteAddress) -> ModelError {
        let host = address.shown
        switch status {
        case 300..<400:
            return ModelError(
                .sentElsewhere,
                "\(host) sends on to another address, where neither your words nor your key are sent. "
                    + "Enter that address, if it is the right one.")
        case 401, 403:
            return ModelError(
                .keyRefused, "\(host) does not accept the key. Enter it again under Settings, Models.")
        case 404, 405:
            return ModelError(
                .unknownThere,
                "\(host) has no such model, or its interface is at another address, such as one that ends in /v1.")
        case 402, 429:
            return ModelError(
                .overloaded, "\(host) has too much to do, or the quota is used up. Wait a moment, then try again.")
        case 500...599: return failedThere(said: said, address)
        default:
            let why = said.map { " It says: \($0)" } ?? ""
            return ModelError(
                .refusedThere,
                "\(host) does not take this conversation (\(status)). "
                    + "It may be too long for the model: begin a new one.\(why)")
        }
    }

    static func failedThere(said: String?, _ address: RemoteAddress) -> ModelError {
        let why = said.map { " It says: \($0)" } ?? ""
        return ModelError(
            .failedThere, "\(address.shown) has an error of its own. Try again, or use a model at home.\(why)")
    }

    static func unreadable(_ address: RemoteAddress) -> ModelError {
        ModelError(
            .unreadable,
            "\(address.shown) answers something that cannot be read. "
                + "Is this the address of an OpenAI-compatible interface?")
    }

    static func brokeOff(_ address: RemoteAddress) -> ModelError {
        ModelError(.brokeOff, "\(address.shown) closed the connection in the middle of its answer. Try again.")
    }

    private static func untrusted(_ address: RemoteAddress) -> ModelError {
        ModelError(
            .untrusted,
            "No encrypted connection with \(address.shown): its certificate cannot be trusted, or it has none.")
    }

    /// An endpoint's own error message, on one line and no longer than a sentence.
    static func message(_ body: [UInt8]) -> String? {
        guard let json = try? JSON(parsing: body) else { return nil }
        return message(in: json)
    }

    static func message(in json: JSON) -> String? {
        let text = json["error"]?["message"]?.string ?? json["error"]?.string ?? json["message"]?.string ?? ""
        let line = String(
            text.unicodeScalars.prefix(200).map { $0.properties.generalCategory == .control ? " " : Character($0) })
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }
}
