// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthEngine
import HearthSecrets
import HearthStore

/// Looks whether the keys of other services can be opened; which there are is nobody's business here.
struct SecretHealth {
    func findings(_ environment: [String: String]) -> [HealthFinding] {
        let secrets = SecretStore(
            folder: DataFolder(environment: environment).secrets, key: .ofThisUser(environment))
        do {
            let count = try secrets.names().count
            return [HealthFinding(.good, "secrets", count == 0 ? "none are kept" : "\(count) can be opened")]
        } catch {
            let remedy =
                switch error.code {
                case .exposed: "look after the file’s mode, and have new keys made where others may have read it"
                case .damaged, .keyMissing:
                    "bring back the file or its key from a copy, or move \(secrets.file.path) away and enter the keys again"
                case .full: "make room on the disk"
                case .notWritable, .unusable: "look after who owns \(secrets.file.deletingLastPathComponent().path)"
                }
            return [HealthFinding(.broken, "secrets", error.detail, remedy: remedy)]
        }
    }
}
