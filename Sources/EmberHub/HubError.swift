// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a model cannot be fetched, checked or removed: a code to switch on, a sentence to read.
public struct HubError: Error, Sendable, Equatable, LocalizedError, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The text is not the name of a model.
        case badName
        /// `HF_ENDPOINT` or `HF_TOKEN` cannot be used.
        case badSettings
        /// The hub has no such model, revision or file.
        case notFound
        /// The model is private or gated, and the token does not open it.
        case notAllowed
        /// The repository has a path that would leave its folder, or two that are one file on some systems.
        case unsafePath
        /// The repository holds nothing that Ember runs, or more than one thing to choose from.
        case unsupported
        /// The hub cannot be reached, or stopped answering, even after several tries.
        case connection
        /// The hub answered something that cannot be.
        case brokenAnswer
        /// The downloaded bytes differ from the hub's list.
        case wrongContents
        /// Another program, or another part of this one, is downloading the same model.
        case busy
        /// There is no room on the disk.
        case diskFull
        /// A file or folder cannot be read or written.
        case notWritable
        /// There is no such model on this machine, or no such download.
        case notInstalled
        /// A folder that was not downloaded by Hearth stands where the model belongs, or is to be checked.
        case notOurs
        /// Somebody paused the download; started again, it goes on.
        case paused
        /// Somebody cancelled the download; nothing of it is left.
        case cancelled
    }

    public var code: Code
    /// The model, file, host or setting at fault.
    public var place: String
    /// The expected and the found state, and advice.
    public var detail: String

    public init(_ code: Code, _ place: String, _ detail: String) {
        self.code = code
        self.place = place
        self.detail = detail
    }

    public var description: String { "\(place): \(detail)" }
    public var errorDescription: String? { description }
}

extension HubError {
    /// Turns an error of the system about a file into a `HubError`.
    static func system(_ place: String, _ doing: String, _ number: Int32 = errno) -> HubError {
        if number == ENOSPC || number == EDQUOT {
            return HubError(
                .diskFull, place,
                "there is no room left on the disk; what has arrived is kept: free some and start again")
        }
        return HubError(.notWritable, place, "cannot be \(doing): \(String(cString: strerror(number)))")
    }
}

/// Something that may well go better in a moment.
struct PassingFailure: Error {
    let cause: HubError
    /// How long the server asks to be left alone.
    var retryAfter: Duration?
}

/// A name that others chose, as an error shows it: on one line, and not for pages.
func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(120) {
        let isPlain = scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) && scalar.value != 0x2028
        shown += isPlain && scalar.value != 0x2029 ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return "\"" + shown + (text.unicodeScalars.count > 120 ? "…" : "") + "\""
}
