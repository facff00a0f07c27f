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

/// Tests are compiled more often than they run, so they are not optimised. (Swift 6.2's optimiser also crashes on some of their
/// closures, those that both throw and wait.) What they test is optimised all the same.
let tests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"])]

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
        .testTarget(name: "EmberJSONTests", dependencies: ["EmberJSON"], swiftSettings: tests),
        .testTarget(
            name: "EmberTokenizersTests", dependencies: ["EmberTokenizers", "EmberJSON"], swiftSettings: tests),
        .testTarget(
            name: "EmberGrammarTests", dependencies: ["EmberGrammar", "EmberJSON", "EmberTokenizers"],
            swiftSettings: tests),
        .testTarget(
            name: "EmberTests", dependencies: ["Ember", "CEmber", "EmberGrammar", "EmberJSON", "EmberTokenizers"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "HearthCLITests", dependencies: ["HearthCLI", "Ember", "EmberJSON"], swiftSettings: tests),
    ],
    cLanguageStandard: .c17
)

// Has no main of its own, so it is built only where libFuzzer brings one: see scripts/fuzz.
if Context.environment["HEARTH_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["Ember", "EmberJSON", "EmberTokenizers"], path: "Tests/Fuzz",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
