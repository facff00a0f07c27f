// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// Limits for an import. A file that exceeds them is refused with one sentence, before or while it is read.
///
/// The defaults let a learner's years through (a collection of 500,000 notes with a gigabyte of pictures and sound) and
/// keep a hostile file below 30 seconds and a gigabyte of memory.
public struct ImportLimits: Sendable, Equatable {
    /// Files in a package.
    public var entries = 250_000
    /// Bytes of the database in a package, unpacked. It lies on the disk while it is read.
    public var collectionBytes = 1 << 30
    /// Bytes of memory that notes, cards and reviews may take, by an estimate of each.
    public var memoryBytes = 384 << 20
    /// Bytes of one picture or sound, unpacked.
    public var mediaFileBytes = MediaFile.longestData
    /// Bytes of all pictures and sounds, unpacked.
    public var mediaBytes = 4 << 30
    /// How many times larger than itself a package may become once 64 MiB are unpacked. Databases become 5 to 20 times
    /// larger.
    public var expansion = 200
    /// Seconds that reading the database may take. 20,000 notes take a tenth of a second.
    public var databaseSeconds = 20.0
    /// Bytes of a CSV, TSV or JSON file.
    public var textFileBytes = 128 << 20

    public init() {}
}
