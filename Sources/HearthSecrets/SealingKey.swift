// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation

#if canImport(Security)
    import Security
#endif

/// Place of the key that seals secrets: 32 random bytes that are made once.
public enum SealingKey: Sendable, Equatable {
    /// A file that only its owner can read.
    case file(URL)
    /// The platform's keychain, under this name. Only where there is one.
    case keychain(String)

    static let length = 32

    /// The keychain where the platform has one, else a file in the folder of this user's configuration: apart from the
    /// data, so that a copy of the data folder alone opens nothing.
    public static func ofThisUser(_ environment: [String: String]) -> SealingKey {
        #if canImport(Security)
            return .keychain("hearth secrets")
        #else
            let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
            // Source: XDG Base Directory Specification: a relative path is to be ignored.
            let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            return .file((named ?? home.appending(path: ".config")).appending(path: "hearth/secrets.key"))
        #endif
    }

    /// - Returns: `nil` where there is none yet.
    func read() throws(SecretError) -> SymmetricKey? {
        switch self {
        case .file(let url):
            guard let data = try PrivateFile(url: url).read(upTo: Self.length + 1) else { return nil }
            guard data.count == Self.length else {
                throw SecretError(.damaged, "\(url.path) is not a key: it has \(data.count) bytes, not \(Self.length)")
            }
            return SymmetricKey(data: data)
        case .keychain(let name): return try Self.readKeychain(name)
        }
    }

    /// Makes a key; where another program has just made one, that is it.
    func make() throws(SecretError) -> SymmetricKey {
        let key = SymmetricKey(size: .bits256)
        let data = key.withUnsafeBytes { Data($0) }
        switch self {
        case .file(let url): try PrivateFile(url: url).write(data, replaces: false)
        case .keychain(let name): try Self.addToKeychain(name, data)
        }
        guard let kept = try read() else { throw SecretError(.keyMissing, "the key that was just made is gone") }
        return kept
    }
}

extension SealingKey {
    #if canImport(Security)
        private static func query(_ name: String) -> [CFString: Any] {
            [kSecClass: kSecClassGenericPassword, kSecAttrService: name, kSecAttrAccount: NSUserName()]
        }

        private static func readKeychain(_ name: String) throws(SecretError) -> SymmetricKey? {
            var found: CFTypeRef?
            let wanted = query(name).merging([kSecReturnData: true]) { $1 } as CFDictionary
            let status = SecItemCopyMatching(wanted, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data, data.count == length else {
                throw SecretError(.notWritable, "the keychain does not hand out \(name) (\(status))")
            }
            return SymmetricKey(data: data)
        }

        private static func addToKeychain(_ name: String, _ data: Data) throws(SecretError) {
            let attributes: [CFString: Any] = [
                kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            let status = SecItemAdd(query(name).merging(attributes) { $1 } as CFDictionary, nil)
            guard status == errSecSuccess || status == errSecDuplicateItem else {
                throw SecretError(.notWritable, "the keychain does not take \(name) (\(status))")
            }
        }
    #else
        private static func readKeychain(_ name: String) throws(SecretError) -> SymmetricKey? {
            throw SecretError(.keyMissing, "this system has no keychain for \(name)")
        }

        private static func addToKeychain(_ name: String, _ data: Data) throws(SecretError) {
            throw SecretError(.notWritable, "this system has no keychain for \(name)")
        }
    #endif
}
