// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// A file of a journal that means harm, made here.
struct HostileFile: Sendable, CustomTestStringConvertible {
    let name: String
    let data: Data
    /// Whether it has to be refused as a whole.
    var isRefused = true
    /// Entries that may come of it where it is not.
    var mostEntries = 0

    var testDescription: String { name }

    private static func json(_ entries: String) -> Data { Data(#"{"metadata":{},"entries":[\#(entries)]}"#.utf8) }

    private static let good = #"{"creationDate":"2019-03-12T18:32:10Z","text":"x"}"#

    static var all: [HostileFile] { archives + lists + texts }

    private static var archives: [HostileFile] {
        let list = json(good)
        var bomb = HostileZip()
        bomb.add("Journal.json", Data(count: 1_000), claims: 1 << 40)
        var overlap = HostileZip()
        overlap.add("Journal.json", list)
        overlap.add("photos/a.jpeg", list, at: 0)
        var twice = HostileZip()
        twice.add("Journal.json", list)
        twice.add("Journal.json", list)
        var link = HostileZip()
        link.add("Journal.json", Data("/etc/passwd".utf8), attributes: 0xA1FF_0000)
        var locked = HostileZip()
        locked.add("Journal.json", list, flags: 1)
        var method = HostileZip()
        method.add("Journal.json", list, method: 14)
        var wrong = HostileZip()
        wrong.add("Journal.json", list, checksum: 7)
        var other = HostileZip()
        other.add("Journal.json", list, localName: "Other.json..")
        var empty = HostileZip()
        empty.add("readme.pdf", Data("%PDF".utf8))
        var zero = HostileZip()
        zero.add("Jour\0nal.json", list)
        var traversal = HostileZip()
        traversal.add(
            "../../../../etc/cron.d/x.md", Data("---\ndate: 2026-11-21\n---\n![](../../../etc/passwd)\n".utf8))
        var names = HostileZip()
        names.add("<script>alert(1)</script>/2026-11-21.md", Data("hello".utf8))
        names.add("C:\\2026-11-22.md", Data("hello".utf8))
        var picture = HostileZip()
        picture.add("a.md", Data("---\ndate: 2026-11-21\n---\nText ![](x.png)".utf8))
        picture.add("x.png", Data("<svg onload=alert(1)>".utf8))
        return [
            HostileFile(name: "a size that is a lie", data: bomb.data),
            HostileFile(name: "files over one another", data: overlap.data),
            HostileFile(name: "a name that comes twice", data: twice.data),
            HostileFile(name: "a link", data: link.data),
            HostileFile(name: "a password", data: locked.data),
            HostileFile(name: "an unknown method", data: method.data),
            HostileFile(name: "a wrong checksum", data: wrong.data),
            HostileFile(name: "two names for one file", data: other.data),
            HostileFile(name: "nothing of a journal", data: empty.data),
            HostileFile(name: "a zero in a name", data: zero.data),
            HostileFile(name: "only a signature", data: Data("PK\u{5}\u{6}".utf8)),
            HostileFile(name: "no directory", data: Data("PK\u{3}\u{4}".utf8) + Data(count: 4_000)),
            HostileFile(name: "paths that lead out", data: traversal.data),
            HostileFile(name: "names with markup", data: names.data, isRefused: false, mostEntries: 2),
            HostileFile(name: "a picture that is none", data: picture.data, isRefused: false, mostEntries: 1),
        ]
    }

    private static var lists: [HostileFile] {
        let deep = String(repeating: "[", count: 5_000)
        return [
            HostileFile(name: "JSON that is none", data: Data("{\"entries\": [".utf8)),
            HostileFile(name: "JSON without entries", data: Data("{\"a\": 1}".utf8)),
            HostileFile(name: "deep JSON", data: json(#"{"text":\#(deep)"#)),
            HostileFile(name: "entries that are none", data: json("1, 2")),
            HostileFile(
                name: "a key twice", data: json(#"{"text":"a","text":"b","creationDate":"2019-03-12T18:32:10Z"}"#)),
            HostileFile(
                name: "half a surrogate", data: json(#"{"text":"\ud800","creationDate":"2019-03-12T18:32:10Z"}"#)),
            HostileFile(
                name: "dates of no calendar",
                data: json(#"{"creationDate":"99999-01-01T00:00:00Z","text":"x"},{"creationDate":"soon","text":"x"}"#),
                isRefused: false),
            HostileFile(
                name: "fields of other kinds",
                data: json(
                    #"{"creationDate":"2019-03-12T18:32:10Z","text":5,"tags":"a","photos":{"x":1},"timeZone":9}"#),
                isRefused: false),
            HostileFile(
                name: "photos that lead out",
                data: json(
                    #"{"creationDate":"2019-03-12T18:32:10Z","text":"x","photos":[{"md5":"../../../etc/passwd","type":"/../x"}]}"#
                ), isRefused: false, mostEntries: 1),
            HostileFile(
                name: "one entry a thousand times",
                data: json(Array(repeating: good, count: 1_000).joined(separator: ",")), isRefused: false,
                mostEntries: 1),
            HostileFile(
                name: "a text that is far too long",
                data: json(
                    #"{"creationDate":"2019-03-12T18:32:10Z","text":"\#(String(repeating: "a", count: 600_000))"}"#),
                isRefused: false),
        ]
    }

    private static var texts: [HostileFile] {
        [
            HostileFile(
                name: "bytes that are no text", data: Data((0..<4_000).map { UInt8($0 % 251) | 0x80 }), isRefused: false
            ),
            HostileFile(
                name: "a head without an end",
                data: Data(("---\n" + String(repeating: "date: x\n", count: 50_000)).utf8), isRefused: false),
            HostileFile(
                name: "brackets without end",
                data: Data(("---\ndate: 2026-11-21\n---\n" + String(repeating: "![", count: 50_000)).utf8),
                isRefused: false, mostEntries: 1),
            HostileFile(
                name: "a thousand heads",
                data: Data(String(repeating: "---\ndate: 2026-11-21\n---\n", count: 1_000).utf8), isRefused: false),
            HostileFile(name: "nothing at all", data: Data(), isRefused: false),
        ]
    }
}

/// Writes archives that no decent program writes: stored files, with whatever is asked for. Source: PKWARE APPNOTE.
struct HostileZip {
    private var body = Data()
    private var directory = Data()
    private var count = 0

    private static func number(_ value: Int, _ length: Int) -> Data {
        Data((0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    mutating func add(
        _ name: String, _ content: Data, at place: Int? = nil, claims: Int? = nil, attributes: Int = 0, flags: Int = 0,
        method: Int = 0, checksum: Int? = nil, localName: String? = nil
    ) {
        let offset = place ?? body.count
        let crc = checksum ?? PNGChecksum.crc32(content)
        let size = claims ?? content.count
        let sizes = Self.number(crc, 4) + Self.number(content.count, 4) + Self.number(min(size, 0xFFFF_FFFE), 4)
        let local = Data((localName ?? name).utf8)
        if place == nil {
            body += Data([0x50, 0x4B, 3, 4]) + Self.number(20, 2) + Self.number(flags, 2) + Self.number(method, 2)
            body += Data(count: 4) + sizes + Self.number(local.count, 2) + Self.number(0, 2) + local + content
        }
        directory += Data([0x50, 0x4B, 1, 2]) + Self.number(3 << 8, 2) + Self.number(20, 2) + Self.number(flags, 2)
        directory += Self.number(method, 2) + Data(count: 4) + sizes + Self.number(name.utf8.count, 2) + Data(count: 8)
        directory += Self.number(attributes, 4) + Self.number(offset, 4) + Data(name.utf8)
        count += 1
    }

    var data: Data {
        body + directory + Data([0x50, 0x4B, 5, 6, 0, 0, 0, 0]) + Self.number(count, 2) + Self.number(count, 2)
            + Self.number(directory.count, 4) + Self.number(body.count, 4) + Data(count: 2)
    }
}
