// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation

/// Reference data: a part of it in this repository, all of it in the folder that HEARTH_FIXTURES names.
enum Fixtures {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let shipped = package.appending(path: "Tests/Fixtures/fsrs")

    /// `nil` where it is absent.
    static let large: URL? = {
        let named = ProcessInfo.processInfo.environment["HEARTH_FIXTURES"].map { URL(filePath: $0) }
        let folder = (named ?? package.deletingLastPathComponent().appending(path: "shared/fixtures"))
            .appending(path: "words")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static func vectors(_ version: Version, in folder: URL) throws -> Vectors {
        let file = folder.appending(path: "fsrs\(version.rawValue)_vectors.json")
        return try JSONDecoder.snake.decode(Vectors.self, from: Data(contentsOf: file))
    }
}

extension JSONDecoder {
    static var snake: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// Sequences of reviews and what py-fsrs makes of them.
struct Vectors: Decodable {
    let params: [String: [Double]]
    let sequences: [Sequence]

    struct Sequence: Decodable {
        let id: Int
        let params: String
        let desiredRetention: Double
        let learningStepsS: [Double]
        let relearningStepsS: [Double]
        let maximumInterval: Int
        let reviews: [Review]
    }

    struct Review: Decodable {
        let rating: Rating
        let elapsedSeconds: Int
        let retrievabilityBefore: Double
        let state: Phase
        let step: Int?
        let stability: Double
        let difficulty: Double
        let intervalSeconds: Double
    }
}
