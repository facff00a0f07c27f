// SPDX-License-Identifier: Apache-2.0

/// The HTML of a field so that it can stand in a page.
///
/// It is written anew from an allow-list, one element at a time: texts are escaped, elements that are not allowed lose
/// their tags, those that run something lose their content too, and of attributes only a few stay, whose values are
/// checked. There is no script, style, event handler, or address of another kind than `https`, `http` and media of the
/// deck. Elements are closed in order.
public struct SanitisedHTML: Sendable {
    /// How deep elements may lie in each other, and how long the result may become, in bytes.
    private static let mostDeep = 40

    private let media: @Sendable (String) -> String?

    /// - Parameter media: the address of a picture of this name, already encoded as an address; `nil` for none. The
    ///   name has passed `mediaName`.
    public init(media: @escaping @Sendable (String) -> String? = { _ in nil }) { self.media = media }

    public func html(_ source: String) -> String {
        var scanner = HTMLScanner(source)
        var (result, open) = ("", [String]())
        while let token = scanner.next() {
            switch token {
            case .text(let text): result += Self.escaped(text)
            case .start(let name, let attributes):
                if HTMLElements.dropped.contains(name) {
                    scanner.skipContent(of: name)
                } else if HTMLElements.allowed.contains(name), open.count < Self.mostDeep,
                    let tag = tag(name, attributes)
                {
                    result += tag
                    if !HTMLElements.void.contains(name) { open.append(name) }
                }
            case .end(let name):
                guard let place = open.lastIndex(of: name) else { continue }
                for name in open[place...].reversed() { result += "</\(name)>" }
                open.removeSubrange(place...)
            }
        }
        for name in open.reversed() { result += "</\(name)>" }
        return result
    }

    /// - Returns: `nil` for a picture that there is not.
    private func tag(_ name: String, _ attributes: [HTMLScanner.Attribute]) -> String? {
        var tag = "<\(name)"
        func value(_ key: String) -> String? { attributes.first { $0.name == key }?.value }
        func add(_ key: String, _ value: String?) {
            if let value { tag += " \(key)=\"\(Self.escaped(value))\"" }
        }
        if name == "img" {
            let names = value("src").map { PlainText.mediaNames(of: $0) } ?? []
            guard let source = names.lazy.compactMap(media).first else { return nil }
            add("src", source)
            add("alt", value("alt") ?? "")
        }
        if name == "a", let address = value("href"), Self.isWebAddress(address) {
            add("href", address)
            add("rel", "noopener noreferrer")
        }
        add("dir", value("dir").flatMap { ["ltr", "rtl", "auto"].contains($0.lowercased()) ? $0.lowercased() : nil })
        add("lang", value("lang").flatMap { Self.isLanguage($0) ? $0 : nil })
        if name == "td" || name == "th" {
            for key in ["colspan", "rowspan"] {
                add(key, value(key).flatMap { Int($0) }.flatMap { (1...50).contains($0) ? "\($0)" : nil })
            }
        }
        return tag + ">"
    }

    private static func isWebAddress(_ address: String) -> Bool {
        let lowercase = address.lowercased()
        return (lowercase.hasPrefix("https://") || lowercase.hasPrefix("http://"))
            && address.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }

    private static func isLanguage(_ tag: String) -> Bool {
        !tag.isEmpty && tag.utf8.count <= 35
            && tag.utf8.allSatisfy {
                ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D
            }
    }

    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x26, 0x3C, 0x3E, 0x22, 0x27].contains($0) || $0 < 0x20 }) else {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
