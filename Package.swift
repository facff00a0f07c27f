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

let package = Package(
    name: "Hearth",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Ember", targets: ["Ember"]),
        .library(name: "EmberTokenizers", targets: ["EmberTokenizers"]),
        .executable(name: "hearth", targets: ["HearthCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        .target(name: "CEmber"),
        .target(name: "EmberJSON", swiftSettings: strict),
        .target(name: "EmberTokenizers", dependencies: ["EmberJSON"], swiftSettings: strict),
        .target(name: "EmberGrammar", dependencies: ["EmberJSON", "EmberTokenizers"], swiftSettings: strict),
        .target(
            name: "Ember", dependencies: ["CEmber", "EmberGrammar", "EmberJSON", "EmberTokenizers"],
            swiftSettings: strict),
        .executableTarget(
            name: "HearthCLI",
            dependencies: [
                "Ember", "EmberGrammar", "EmberJSON", "EmberTokenizers",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "EmberJSONTests", dependencies: ["EmberJSON"], swiftSettings: strict),
        .testTarget(
            name: "EmberTokenizersTests", dependencies: ["EmberTokenizers", "EmberJSON"], swiftSettings: strict),
        .testTarget(
            name: "EmberGrammarTests", dependencies: ["EmberGrammar", "EmberJSON", "EmberTokenizers"],
            swiftSettings: strict),
        .testTarget(
            name: "EmberTests", dependencies: ["Ember", "CEmber", "EmberGrammar", "EmberJSON", "EmberTokenizers"],
            swiftSettings: strict
        ),
        .testTarget(name: "HearthCLITests", dependencies: ["HearthCLI", "EmberJSON"], swiftSettings: strict),
    ],
    cLanguageStandard: .c17
)
