// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import HearthWords
import Hummingbird
import NIOCore

/// An error of a request, as the browser or program that asked is told.
struct WebError: Error, Sendable {
    /// The message of the page; each code is a group of phrases under `error`.
    enum Code: String, Sendable, CaseIterable {
        case access, busy, conflict, crowded, fetching, files, form, full, gone, host, input, key, large, method, model,
            origin,
            recovery, saving, temporary, token, unknown
    }

    let status: HTTPResponse.Status
    let code: Code
    /// A sentence of its own, where there is one to read; never with a path or an address of this machine.
    var detail: String?
    /// The error of a conversation or a model: a phrase of the group `fault`, so that pages use their own language.
    var fault: String?
    /// The error of the library of models, which pages put into their own language.
    var library: LibraryError?
    /// The key that was typed, where it is not ours.
    var typed: String?
    /// How much room the disk lacks.
    var room: MissingRoom?
    /// The folder for temporary files, where that cannot be written to: its disk is often not that of the data.
    var folder: String?

    init(_ status: HTTPResponse.Status, _ code: Code, _ detail: String? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    /// Errors of other parts, in the only place where they become statuses. What is not known here is told without
    /// details.
    init(_ error: any Error) {
        switch error {
        case let error as WebError: self = error
        case let error as ConversationError: self.init(error)
        case let error as ModelError: self.init(error)
        case let error as WordsError: self.init(error)
        case let error as JournalError: self.init(error)
        case let error as LibraryError:
            let isTheirs: Set<LibraryError.Code> = [
                .badName, .badSettings, .notFound, .notInstalled, .unsupported, .noModel, .notOurs,
            ]
            self.init(isTheirs.contains(error.code) ? .badRequest : .serviceUnavailable, .fetching)
            library = error
        case let error as any StorageError where error.room != nil:
            self.init(.insufficientStorage, .full)
            room = error.room
        case let error as HTTPError where error.status == .contentTooLarge: self.init(.contentTooLarge, .large)
        case let error as HTTPError where error.status == .notFound: self.init(.notFound, .gone)
        case let error as HTTPError where error.status == .methodNotAllowed: self.init(.methodNotAllowed, .method)
        case let error as HTTPError: self.init(error.status, .input)
        case is NIOTooManyBytesError: self.init(.contentTooLarge, .large)
        default:
            guard let failure = TemporaryPlace.Failure(error) else {
                self.init(.internalServerError, .unknown)
                return
            }
            self.init(.insufficientStorage, .temporary)
            folder = failure.folder
        }
    }

    private init(_ error: ConversationError) {
        let (status, code): (HTTPResponse.Status, Code) =
            switch error.code {
            case .notFound: (.notFound, .gone)
            case .blank, .wrongMessage, .unsupported: (.badRequest, .input)
            case .frozen, .answering: (.conflict, .conflict)
            case .tooManyPins, .tooManyFolders: (.conflict, .input)
            case .busy: (.tooManyRequests, .busy)
            case .notSaved: (.insufficientStorage, .saving)
            }
        self.init(status, code, error.detail)
        fault = error.code.rawValue
    }

    private init(_ error: ModelError) {
        let (status, code): (HTTPResponse.Status, Code) =
            switch error.code {
            case .unsupported: (.badRequest, .input)
            case .tooLong: (.badRequest, .large)
            case .notAgreed: (.forbidden, .model)
            case .badAddress, .unencrypted: (.badRequest, .input)
            case .noModel, .modelFailed, .memory, .unreachable, .untrusted, .silent, .keyRefused, .unknownThere,
                .overloaded,
                .failedThere, .refusedThere, .sentElsewhere, .unreadable, .brokeOff, .secrets, .repeating,
                .reciting:
                (.serviceUnavailable, .model)
            }
        self.init(status, code, error.detail)
        fault = error.code.rawValue
    }
}

extension HTTPResponse.Status {
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}
