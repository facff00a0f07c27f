// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A beginning of conversations that a model has read and keeps.
public struct PinnedPrompt: Sendable, Equatable {
    public enum Origin: Sendable, Equatable {
        /// It was in memory already.
        case kept
        /// It came from the file.
        case restored
        /// It was read just now, and written to the file; `replacing` says why what was there could not be used.
        case read(replacing: String?)
    }

    /// How many tokens it has.
    public let tokens: Int
    public let origin: Origin
}

extension ModelContainer {
    /// Has the model read `input` and keeps that, in memory and in a file: conversations that begin with it pay only
    /// for what follows, also after the next start.
    ///
    /// The file is used if it is for these tokens and this model, which is seen by having the model read the last token
    /// again; if not, it is written anew. It takes as much room as the cache itself.
    /// - Parameter progress: told the fraction that has been read, 0…1.
    /// - Throws: `EmberError` `.contextExceeded`; `.malformedFile` for a file that is something else, which is left
    ///   alone; `.notWritable`; `CancellationError`.
    @discardableResult
    public func pin(
        _ input: ModelInput, in file: URL, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> PinnedPrompt {
        try await context.engine.pin(input.tokens, in: PromptFile(file), progress: progress)
    }

    /// Lets go of the prompts that are kept in memory; files stay.
    public func unpin() async { await context.engine.unpin() }
}

extension Engine {
    func pin(
        _ tokens: [Int], in file: PromptFile, progress: @Sendable (Double) -> Void
    ) async throws -> PinnedPrompt {
        try checkFits(tokens)
        let prompt = tokens.map(Int32.init)
        if isPinned(prompt) { return PinnedPrompt(tokens: prompt.count, origin: .kept) }
        let found = file.exists ? try restore(prompt, from: file) : nil
        if case .success(let cache) = found {
            keep(cache)
            return PinnedPrompt(tokens: prompt.count, origin: .restored)
        }
        let cache = try await read(prompt, progress: progress)
        try file.write(cache)
        keep(cache)
        let fault: String? = if case .failure(let error) = found { "\(error)" } else { nil }
        return PinnedPrompt(tokens: prompt.count, origin: .read(replacing: fault))
    }

    /// Reads the file's prompt, or says why the file is of no use and may be replaced.
    /// - Throws: `EmberError` for a file that is something else.
    private func restore(
        _ prompt: [Int32], from file: PromptFile
    ) throws(EmberError) -> Result<KeyValueCache, EmberError> {
        do {
            return .success(try restored(prompt, from: file))
        } catch {
            guard error.code == .unsupported else { throw error }
            return .failure(error)
        }
    }

    /// A kept prompt, if the model agrees with it: its last token, read again behind the others, must
    /// give the same keys and values.
    private func restored(_ prompt: [Int32], from file: PromptFile) throws(EmberError) -> KeyValueCache {
        func unusable(_ detail: String) -> EmberError { EmberError(.unsupported, file.name, detail) }
        let cache = try readPrompt(from: file)
        guard cache.tokens == prompt else { throw unusable("was kept of another prompt") }
        let stored = cache.last()
        cache.truncate(to: prompt.count - 1)
        try readOn(prompt[(prompt.count - 1)...], into: cache)
        guard Self.agree(cache.last(), stored) else { throw unusable("was kept for another model") }
        return cache
    }

    /// Whether two tokens' keys and values differ by less than a hundredth of their size. Other weights do more than
    /// that, even other roundings of the same; other kernels do much less.
    private static func agree(_ found: [Float], _ stored: [Float]) -> Bool {
        let difference = zip(found, stored).reduce(0.0) { $0 + pow(Double($1.0 - $1.1), 2) }
        let size = stored.reduce(0.0) { $0 + pow(Double($1), 2) }
        return difference <= 1e-4 * size
    }

    /// Reads a prompt in pieces, between which others may write, and its last token by itself, as
    /// it will be read to compare.
    private func read(_ prompt: [Int32], progress: (Double) -> Void) async throws -> KeyValueCache {
        let cache = try emptyCache(capacity: prompt.count)
        while cache.count < prompt.count {
            try Task.checkCancellation()
            let isLast = cache.count == prompt.count - 1
            try readOn(isLast ? prompt.suffix(1) : prompt[cache.count..<prompt.count - 1], into: cache)
            progress(Double(cache.count) / Double(prompt.count))
            await Task.yield()
        }
        return cache
    }
}
