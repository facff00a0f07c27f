// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "StoreBenchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Hearth", path: "../..")],
    targets: [
        .executableTarget(name: "StoreBenchmark", dependencies: [.product(name: "HearthStore", package: "Hearth")])
    ]
)
