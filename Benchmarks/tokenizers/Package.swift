// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "TokenizerBenchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Hearth", path: "../..")],
    targets: [
        .executableTarget(
            name: "TokenizerBenchmark", dependencies: [.product(name: "EmberTokenizers", package: "Hearth")])
    ]
)
