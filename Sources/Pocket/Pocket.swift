// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The very small model that comes with Hearth, so that it answers before anything is downloaded.
/// `Training/pocket` makes it.
public enum Pocket {
    /// Name among other models.
    public static let name = "hearth/pocket"

    /// Folder of the model, in Hugging Face's layout.
    public static let folder = resources.appending(path: "Model")

    /// Prompts that the model was trained on, word for word. Languages are `en` and `fr`.
    public struct Prompts: Decodable, Sendable {
        /// The system message of a conversation.
        public let system: [String: String]
        /// Asks for the title of the conversation before it.
        public let title: [String: String]
    }

    /// - Throws: an error of Foundation when the program's files are damaged.
    public static func prompts() throws -> Prompts {
        try JSONDecoder().decode(Prompts.self, from: Data(contentsOf: resources.appending(path: "prompts.json")))
    }

    private static var resources: URL { Bundle.module.bundleURL }
}
