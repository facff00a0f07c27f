// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "MemoryBenchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Hearth", path: "../..")],
    targets: [
        .executableTarget(
            name: "MemoryBenchmark",
            dependencies: [
                .product(name: "HearthStore", package: "Hearth")
            ])
    ]
)
