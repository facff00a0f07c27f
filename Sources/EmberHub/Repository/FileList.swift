// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import EmberJSON
import Foundation

/// Asks a hub which files a repository has.
///
/// Source: the hub's OpenAPI description, `GET /api/models/{owner}/{name}/tree/{revision}`: pages that a `Link` header
/// chains.
struct FileList {
    let client: HubClient
    let limits: DownloadLimits

    /// - Throws: `HubError`; `.brokenAnswer` for a list that is not one, or longer than a repository can be.
    func files(of model: ModelID, revision: String, tell: @Sendable (Duration) -> Void) async throws -> [RemoteFile] {
        var files: [RemoteFile] = []
        var page: URL? = client.endpoint.list(of: model, revision: revision)
        var pages = 0
        while let url = page {
            pages += 1
            let (entries, next) = try await entries(at: url, of: model, tell: tell)
            files += try entries.compactMap { entry throws(HubError) in try RemoteFile(entry: entry, host: client.host)
            }
            guard files.count <= limits.mostFiles, pages <= limits.mostPages else {
                throw HubError(.brokenAnswer, client.host, "the list of files of \(model) does not end")
            }
            page = next
        }
        return files
    }

    private func entries(
        at url: URL, of model: ModelID, tell: @Sendable (Duration) -> Void
    ) async throws -> (entries: [JSON], next: URL?) {
        // Somebody waits for this, and has nothing yet: who is offline should hear of it soon.
        var policy = limits.retries
        policy.most = min(policy.most, 5)
        var retry = RetryState(policy)
        while true {
            do {
                let answer = try await client.get(url)
                try answer.requireSuccess(for: "\(model)")
                let bytes = try await answer.collect(upTo: limits.mostListBytes)
                return (try parse(bytes), next(of: answer))
            } catch let failure as PassingFailure {
                try await retry.wait(after: failure, tell: tell)
            }
        }
    }

    private func parse(_ bytes: [UInt8]) throws(HubError) -> [JSON] {
        do {
            let json = try JSON(parsing: bytes)
            if let entries = json.array { return entries }
            throw HubError(.brokenAnswer, client.host, "the list of files should be an array and is \(json.kind)")
        } catch let error as JSONError {
            throw HubError(.brokenAnswer, client.host, "the list of files is not JSON: \(error)")
        } catch let error as HubError {
            throw error
        } catch {
            throw HubError(.brokenAnswer, client.host, "the list of files cannot be read")
        }
    }

    /// The target of `Link: <…>; rel="next"`. Source: RFC 8288.
    private func next(of answer: HubAnswer) -> URL? {
        for link in answer.headers.list("Link") where link.contains("rel=\"next\"") {
            guard link.first == "<", let end = link.firstIndex(of: ">") else { continue }
            return URL(string: String(link[link.index(after: link.startIndex)..<end]), relativeTo: answer.url)?
                .absoluteURL
        }
        return nil
    }
}
