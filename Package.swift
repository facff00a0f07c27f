// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Every target is compiled with the same strict settings; see docs/architecture.md for who may import whom.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Tests are compiled more often than they run, so they are not optimised. (Swift 6.2's optimiser also crashes on some
/// of their closures, those that both throw and wait.) What they test is optimised all the same.
let tests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"])]

/// Tests of these look behind `public`. They are tested as they are shipped, optimised, where that has to be asked for.
let lookedInto: [SwiftSetting] = strict + [.unsafeFlags(["-enable-testing"])]

let package = Package(
    name: "Hearth",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ChatTemplates", targets: ["ChatTemplates"]),
        .library(name: "Ember", targets: ["Ember"]),
        .library(name: "EmberHub", targets: ["EmberHub"]),
        .library(name: "EmberTokenizers", targets: ["EmberTokenizers"]),
        .library(name: "FSRS", targets: ["FSRS"]),
        .library(name: "Pocket", targets: ["Pocket"]),
        .library(
            name: "HearthStore",
            targets: ["HearthChat", "HearthMemory", "HearthModels", "HearthStore", "HearthWords"]),
        .executable(name: "hearth", targets: ["HearthCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: ["FullFoundation"]),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    ],
    targets: [
        .target(name: "CEmber"),
        .target(name: "EmberJSON", swiftSettings: strict),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "EmberHTTP", dependencies: ["CCurl"], swiftSettings: strict),
        .target(name: "ChatTemplates", dependencies: ["EmberJSON"], swiftSettings: strict),
        .target(name: "EmberTokenizers", dependencies: ["EmberJSON"], swiftSettings: strict),
        .target(name: "EmberGrammar", dependencies: ["EmberJSON", "EmberTokenizers"], swiftSettings: strict),
        .target(
            name: "Ember",
            dependencies: ["CEmber", "ChatTemplates", "EmberGrammar", "EmberJSON", "EmberTokenizers"],
            swiftSettings: strict),
        .target(
            name: "EmberHub",
            dependencies: ["EmberHTTP", "EmberJSON", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: lookedInto),
        // The small model that comes with Hearth.
        .target(name: "Pocket", resources: [.copy("Model"), .copy("prompts.json")], swiftSettings: strict),
        // Stems of words, of use to others too: it needs nothing but Swift.
        .target(name: "Snowball", swiftSettings: strict),
        // Spaced repetition, of use to others too: it needs nothing but Swift.
        .target(name: "FSRS", swiftSettings: strict),
        .target(name: "HearthModels", dependencies: ["EmberJSON"], swiftSettings: strict),
        .target(
            name: "HearthChat", dependencies: ["EmberJSON", "HearthModels", "ZipFiles"], swiftSettings: lookedInto),
        .target(
            name: "HearthWords", dependencies: ["CZlib", "EmberJSON", "FSRS", "HearthModels", "Snowball"],
            swiftSettings: lookedInto),
        .target(
            name: "HearthMemory", dependencies: ["EmberJSON", "HearthModels", "Snowball", "ZipFiles"],
            resources: [.copy("Care/CareModel"), .copy("Language/Data"), .copy("Modes/BuiltIn")],
            swiftSettings: lookedInto),
        .target(
            name: "HearthStore",
            dependencies: [
                "CSQLite", "FSRS", "HearthChat", "HearthMemory", "HearthModels", "HearthWords",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: lookedInto),
        .target(
            name: "HearthSecrets", dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .target(
            name: "HearthRemote",
            dependencies: ["EmberGrammar", "EmberHTTP", "EmberJSON", "HearthModels", "HearthWords"],
            swiftSettings: lookedInto),
        .systemLibrary(name: "CMarkGFM", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        // Archives from strangers, of use to whatever reads files of other programs.
        .target(name: "ZipFiles", dependencies: ["CZlib"], swiftSettings: lookedInto),
        .target(
            name: "HearthAnki",
            dependencies: [
                "CArchive", "CSQLite", "CZstd", "EmberJSON", "FSRS", "HearthModels", "HearthWords", "ZipFiles",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: lookedInto),
        .target(
            name: "HearthWeb",
            dependencies: [
                "CArchive", "CMarkGFM", "CZlib", "EmberJSON", "FSRS", "HearthAnki", "HearthChat", "HearthMemory",
                "HearthModels",
                "HearthWords",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            resources: [.copy("Assets"), .copy("Languages"), .copy("SampleDeck"), .copy("Templates")],
            swiftSettings: lookedInto),
        .target(
            name: "HearthEngine",
            dependencies: [
                "ChatTemplates", "Ember", "EmberGrammar", "EmberHub", "EmberJSON", "EmberTokenizers", "HearthModels",
                "Pocket",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "HearthCLI",
            dependencies: [
                "ChatTemplates", "Ember", "EmberGrammar", "EmberHub", "EmberJSON", "EmberTokenizers", "FSRS",
                "HearthAnki", "HearthChat", "HearthEngine", "HearthMemory", "HearthModels", "HearthRemote",
                "HearthSecrets", "HearthStore", "HearthWeb", "HearthWords",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        // Random numbers for tests that can be repeated.
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        .testTarget(name: "DocumentationTests", swiftSettings: tests),
        .testTarget(name: "EmberJSONTests", dependencies: ["EmberJSON"], swiftSettings: tests),
        .testTarget(name: "EmberHTTPTests", dependencies: ["EmberHTTP", "HearthTesting"], swiftSettings: tests),
        .testTarget(
            name: "ChatTemplatesTests", dependencies: ["ChatTemplates", "EmberJSON"], swiftSettings: tests),
        .testTarget(
            name: "EmberTokenizersTests", dependencies: ["EmberTokenizers", "EmberJSON", "SeededRandom"],
            swiftSettings: tests),
        .testTarget(
            name: "EmberGrammarTests", dependencies: ["EmberGrammar", "EmberJSON", "EmberTokenizers", "SeededRandom"],
            swiftSettings: tests),
        .testTarget(
            name: "EmberHubTests",
            dependencies: [
                "EmberHub", "EmberJSON", "HearthCLI", "HearthTesting", "SeededRandom",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "EmberTests",
            dependencies: [
                "Ember", "CEmber", "EmberGrammar", "EmberJSON", "EmberTokenizers", "HearthTesting", "Pocket",
                "SeededRandom",
            ],
            swiftSettings: tests
        ),
        // What stands for the rest of Hearth in tests of a part: a clock, a model, settings, a full disk.
        .target(
            name: "HearthTesting", dependencies: ["FSRS", "HearthChat", "HearthModels", "HearthWords"],
            path: "Tests/HearthTesting",
            swiftSettings: strict),
        .testTarget(name: "FSRSTests", dependencies: ["FSRS"], swiftSettings: tests),
        // Reads and writes packages for Anki to check; see Tests/Conformance/anki_packages.py.
        .executableTarget(
            name: "AnkiTool", dependencies: ["HearthAnki", "HearthStore", "HearthWords"], path: "Tests/AnkiTool",
            swiftSettings: strict),
        .testTarget(
            name: "HearthAnkiTests",
            dependencies: [
                "EmberJSON", "FSRS", "HearthAnki", "HearthModels", "HearthStore", "HearthWords",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "HearthModelsTests", dependencies: ["EmberJSON", "HearthModels", "HearthTesting"],
            swiftSettings: tests),
        .testTarget(
            name: "HearthChatTests", dependencies: ["HearthChat", "HearthModels", "HearthTesting"], swiftSettings: tests
        ),
        .testTarget(
            name: "HearthWordsTests",
            dependencies: ["FSRS", "HearthModels", "HearthTesting", "HearthWords", "SeededRandom"],
            swiftSettings: tests),
        .testTarget(
            name: "HearthMemoryTests",
            dependencies: [
                "Ember", "EmberJSON", "HearthEngine", "HearthMemory", "HearthModels", "Pocket", "SeededRandom",
                "Snowball",
            ],
            swiftSettings: tests),
        // Writes to a store until it is killed; see KillTests.
        .executableTarget(
            name: "StoreWriter", dependencies: ["HearthChat", "HearthMemory", "HearthStore"], path: "Tests/StoreWriter",
            swiftSettings: lookedInto),
        .testTarget(
            name: "HearthStoreTests",
            dependencies: [
                "FSRS", "HearthChat", "HearthMemory", "HearthModels", "HearthStore", "HearthWords", "SeededRandom",
                "StoreWriter",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: tests),
        // A household that lives a year in minutes, and the machine that it lives on; see docs/simulation.md.
        .target(name: "SimulatedMachine", path: "Tests/SimulatedMachine"),
        .target(
            name: "Simulation",
            dependencies: [
                "FSRS", "HearthChat", "HearthMemory", "HearthModels", "HearthStore", "HearthWeb", "HearthWords",
                "SeededRandom", "SimulatedMachine",
            ],
            path: "Tests/Simulation", swiftSettings: strict),
        .executableTarget(
            name: "simulate", dependencies: ["Simulation"], path: "Tests/Simulate", swiftSettings: strict),
        // Runs `simulate`, which takes the place of the C library's clocks and files, as a program of its own.
        .testTarget(name: "SimulationTests", swiftSettings: tests),
        .testTarget(name: "HearthSecretsTests", dependencies: ["HearthSecrets"], swiftSettings: tests),
        .testTarget(
            name: "HearthRemoteTests",
            dependencies: [
                "EmberJSON", "FSRS", "HearthModels", "HearthRemote", "HearthTesting", "HearthWords",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "HearthWebTests",
            dependencies: [
                "HearthWeb", "EmberJSON", "FSRS", "HearthAnki", "HearthChat", "HearthMemory", "HearthModels",
                "HearthStore", "HearthTesting", "HearthWords", "SeededRandom",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "HearthEngineTests",
            dependencies: [
                "Ember", "EmberHub", "EmberJSON", "EmberTokenizers", "HearthEngine", "HearthModels", "HearthTesting",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "HearthCLITests",
            dependencies: [
                "EmberHTTP", "HearthCLI", "HearthChat", "HearthEngine", "HearthMemory", "HearthModels", "HearthRemote",
                "HearthSecrets", "HearthStore", "HearthTesting", "HearthWeb", "HearthWords", "Ember", "EmberJSON",
                "FSRS",
                "SeededRandom",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests),
    ],
    cLanguageStandard: .c17
)

// Has no main of its own, so it is built only where libFuzzer brings one: see scripts/fuzz.
if Context.environment["HEARTH_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["ChatTemplates", "Ember", "EmberGrammar", "EmberJSON", "EmberTokenizers"],
            path: "Tests/Fuzz",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
