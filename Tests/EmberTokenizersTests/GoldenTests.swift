// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import EmberTokenizers
import Testing

/// Differences shown per file at most. Results are compared with the reference's, id by id and byte by byte.
private let shown = 5

/// Fails with the first differences of a file.
private func report(_ failures: [String], of count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
        failures.isEmpty, "\(failures.count) of \(count): \(failures.prefix(shown))", sourceLocation: sourceLocation)
}

private func checkEncoding(_ golden: Golden) throws {
    let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
    let lines = try golden.lines("encode.jsonl")
    var failures: [String] = []
    for line in lines {
        let text = try #require(line["text"]?.string)
        let ids = try #require(line["ids"]).integers
        let special = line["ids_special"]?.integers ?? ids
        for (wanted, adds) in [(ids, false), (special, true)] {
            let found = try tokenizer.encode(text, addSpecialTokens: adds)
            if found != wanted {
                failures.append("\(text.prefix(60).debugDescription): \(found.prefix(20)), not \(wanted.prefix(20))")
            }
        }
        if let pair = line["pair_ids"]?.integers {
            let found = try tokenizer.encode(text, pair: "the world")
            if found != pair { failures.append("pair \(text): \(found), not \(pair)") }
        }
        let decoded = tokenizer.decode(ids)
        if !same(decoded, line["decoded"]?.string) {
            failures.append(
                "decoded \(decoded.prefix(80).debugDescription), not \(line["decoded"]?.string?.prefix(80).debugDescription ?? "")"
            )
        }
        let skipped = tokenizer.decode(ids, skipSpecialTokens: true)
        if !same(skipped, (line["decoded_skip"] ?? line["decoded"])?.string) {
            failures.append("skip \(skipped.debugDescription)")
        }
        var stream = tokenizer.streamDecoder()
        let streamed = special.map { stream.append($0) }.joined() + stream.finish()
        let whole = tokenizer.decode(special)
        if !same(streamed, whole) {
            failures.append("streamed \(streamed.debugDescription), not \(whole.debugDescription)")
        }
    }
    #expect(!lines.isEmpty)
    report(failures, of: lines.count)
}

private func checkDecoding(_ golden: Golden) throws {
    let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
    let lines = try golden.lines("decode.jsonl")
    var failures: [String] = []
    for line in lines {
        let ids = try #require(line["ids"]).integers
        for (skips, wanted) in [(false, line["decoded"]), (true, line["decoded_skip"] ?? line["decoded"])] {
            let found = tokenizer.decode(ids, skipSpecialTokens: skips)
            if !same(found, wanted?.string) {
                failures.append(
                    "\(ids.prefix(20)): \(found.debugDescription), not \(wanted?.string?.debugDescription ?? "")")
            }
        }
    }
    #expect(!lines.isEmpty)
    report(failures, of: lines.count)
}

/// The reference holds text back while it ends in U+FFFD, broken or not; ours may be earlier there, never later.
private func checkStreams(_ golden: Golden) throws {
    let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
    let lines = try golden.lines("stream.jsonl")
    var failures: [String] = []
    var compared = 0
    for line in lines {
        let ids = try #require(line["ids"]).integers
        let chunks = try #require(line["chunks"]?.array).map { $0.string ?? "" }
        let full = try #require(line["full"]?.string)
        #expect(ids.count == chunks.count)
        let disagrees = try #require(line["held_back"]).isNull
        var stream = tokenizer.streamDecoder(skipSpecialTokens: line["skip_special"]?.bool ?? false)
        var ours = ""
        var theirs = ""
        for (id, chunk) in zip(ids, chunks) {
            let text = stream.append(id)
            ours += text
            theirs += chunk
            if disagrees { continue }
            if full.unicodeScalars.contains("\u{FFFD}") {
                if !ours.utf8.starts(with: theirs.utf8) {
                    failures.append("\(ids.prefix(30)): \(ours.debugDescription) is behind \(theirs.debugDescription)")
                }
            } else if !same(text, chunk) {
                failures.append("\(ids.prefix(30)): \(text.debugDescription), not \(chunk.debugDescription)")
            }
        }
        ours += stream.finish()
        if !disagrees, !same(ours, full) {
            failures.append("\(ids.prefix(30)): \(ours.debugDescription), not \(full.debugDescription)")
        }
        if !disagrees { compared += 1 }
    }
    #expect(compared * 2 > lines.count)
    report(failures, of: lines.count)
}

private func checkPairs(_ golden: Golden) throws {
    let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
    for line in try golden.lines("llama_cpp_pairs.jsonl") {
        let text = try #require(line["text"]?.string)
        #expect(
            try tokenizer.encode(text, addSpecialTokens: false) == line["ids"]?.integers, "\(text.debugDescription)")
    }
}

/// Small tokenizers that come with the repository.
@Suite struct OwnGoldenTests {
    /// They are found as folders, and a folder that is not found has none.
    @Test func `no tokenizer is left out`() { #expect(Golden.own.count == 77) }

    @Test(arguments: Golden.own)
    func `encodes and decodes as the reference does`(golden: Golden) throws { try checkEncoding(golden) }

    @Test(arguments: Golden.own)
    func `decodes any ids as the reference does`(golden: Golden) throws { try checkDecoding(golden) }

    @Test(arguments: Golden.own)
    func `streams no later than the reference`(golden: Golden) throws { try checkStreams(golden) }
}

/// The full reference data, which is too large for the repository: set HEARTH_FIXTURES to its folder.
@Suite(.enabled(if: Fixtures.shared != nil, "the reference data is not here"))
struct SharedGoldenTests {
    @Test(arguments: Golden.shared)
    func `encodes and decodes as the reference does`(golden: Golden) throws { try checkEncoding(golden) }

    @Test(arguments: Golden.shared)
    func `decodes any ids as the reference does`(golden: Golden) throws { try checkDecoding(golden) }

    @Test(arguments: Golden.shared)
    func `streams no later than the reference`(golden: Golden) throws { try checkStreams(golden) }

    @Test(arguments: Golden.shared)
    func `encodes the pairs of llama.cpp`(golden: Golden) throws { try checkPairs(golden) }
}
