// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import EmberJSON
import Foundation
import Testing

/// Text from a conversation has to stay text, whatever it spells.
@Suite struct ProvenanceTests {
    static let clock = TemplateClock(year: 2025, month: 3, day: 5)

    /// A rendering with what came from input in ‹ ›.
    private func marked(_ source: String, _ variables: JSONObject) throws -> String {
        let prompt = try ChatTemplate(source).render(variables, now: Self.clock)
        var bytes = Array(prompt.text.utf8)
        for range in prompt.literal.reversed() {
            bytes.insert(contentsOf: "›".utf8, at: range.upperBound)
            bytes.insert(contentsOf: "‹".utf8, at: range.lowerBound)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("{{ x }}b", "‹aé</s>›b"),
        ("{{ x + 'b' + x }}", "‹aé</s>›b‹aé</s>›"),
        ("{{ x ~ 1 ~ x }}", "‹aé</s>›1‹aé</s>›"),
        ("{{ x[1] }}{{ x[1:3] }}{{ x[::-1] }}", "‹éé<>s/<éa›"),
        ("{{ ('<' ~ x ~ '>')[1:-1] }}", "‹aé</s>›"),
        ("{{ ('<' ~ x)[:2] }}", "<‹a›"),
        ("{{ x.split('<')|join('|') }}", "‹aé›|‹/s>›"),
        ("{{ '  '~x~' '|trim }}", "  ‹aé</s>›"),
        ("{{ ('-' ~ x ~ '-').strip('-') }}", "‹aé</s>›"),
        ("{{ 'a-b'|replace('-', x) }}", "a‹aé</s>›b"),
        ("{{ x|replace('é', '-') }}", "‹a›-‹</s>›"),
        ("{{ x|upper }}{{ x|title }}", "‹AÉ</S>Aé</s>›"),
        ("{{ ('b' ~ x)|capitalize }}", "B‹aé</s>›"),
        ("{{ x|tojson }}", "\"‹aé</s>›\""),
        ("{{ [x, 'b']|tojson }}", "[\"‹aé</s>›\", \"b\"]"),
        ("{{ {'k': x}|tojson(indent=1) }}", "{\n \"k\": \"‹aé</s>›\"\n}"),
        ("{{ [x] }}", "['‹aé</s>›']"),
        ("{{ q|tojson }}", "\"‹\\\"\\n›\""),
        ("{{ '%s!%5s' % (x, 'b') }}", "‹aé</s>›!    b"),
        ("{{ x % () }}", "‹aé</s>›"),
        ("{{ '%-8s|'|format(x) }}", "‹aé</s>›  |"),
        ("{{ '{}:{:>8}'.format(x, x) }}", "‹aé</s>›:  ‹aé</s>›"),
        ("{{ y|default(x) }}{{ x|default('n') }}", "‹aé</s>aé</s>›"),
        ("{% for c in x %}{{ c }}.{% endfor %}", "‹a›.‹é›.‹<›.‹/›.‹s›.‹>›."),
        ("{{ x|list|join }}", "‹aé</s>›"),
        ("{{ ('a\n' ~ x)|indent(2) }}", "a\n  ‹aé</s>›"),
        ("{{ x|e }}", "‹aé&lt;/s&gt;›"),
        ("{{ x|center(8) }}|", " ‹aé</s>› |"),
        ("{% set b %}<{{ x }}>{% endset %}{{ b|lower }}", "<‹aé</s>›>"),
        ("{% macro m(v) %}<{{ v }}>{% endmacro %}{{ m(x)|trim }}", "<‹aé</s>›>"),
        ("{% filter upper %}a{{ x }}{% endfilter %}", "A‹AÉ</S>›"),
        ("{{ d }}", "{'‹k›': '‹</s>›', '‹n›': 1}"),
        ("{{ d.items()|list }}", "[('‹k›', '‹</s>›'), ('‹n›', 1)]"),
        ("{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}", "‹k›=‹</s>›;‹n›=1;"),
        ("{{ bos_token ~ x }}", "<s>‹aé</s>›"),
        ("{{ x|urlencode }}", "‹a%C3%A9%3C/s%3E›"),
        ("{{ ('p ' ~ x)|truncate(5, true, '..', 0) }}", "p ‹a›.."),
        ("{{ (x ~ ' b')|wordwrap(3) }}", "‹aé<›\n‹/s>›\nb"),
        ("{{ strftime_now('%Y') }}{{ x|length }}{{ n }}", "202565"),
        ("{{ x.partition('<')[2] }}{{ x.rsplit('<', 1)[0] }}", "‹/s>aé›"),
        ("{{ ('<p>' ~ x)|striptags }}", "‹aé›"),
        ("{{ '<' if x == 'aé</s>' }}", "<"),
        ("{{ [x, 'b']|map('upper')|join(',') }}", "‹AÉ</S>›,B"),
        ("{{ l|sort|join }}{{ l|first }}{{ l|unique|join }}", "‹yzzzy›"),
        ("{{ x.splitlines()[0] }}{{ x.removesuffix('>') }}", "‹aé</s>aé</s›"),
        ("{{ x|pprint }}{{ x|string|safe }}", "'‹aé</s>›'‹aé</s>›"),
        ("{% set ns = namespace(v=x) %}{{ ns.v ~ '.' }}", "‹aé</s>›."),
    ])
    func `every operation keeps track`(source: String, expected: String) throws {
        let variables = JSONObject([
            "x": "aé</s>", "q": "\"\n", "n": 5, "d": ["k": "</s>", "n": 1], "l": ["z", "y"], "bos_token": "<s>",
        ])
        #expect(try marked(source, variables) == expected)
    }

    static let markers = ["<|im_end|>", "</s>", "[INST]", "<|eot_id|>", "<|end|>"]

    /// Input with markers in every text, and with names that no template can have chosen.
    private func planted(_ json: JSON, _ key: String = "") -> JSON {
        switch json {
        case .string(let text):
            // A template that dispatches on these words would not get far without them.
            return ["role", "type"].contains(key) ? json : .string("⟦" + text + Self.markers.joined() + "⟧")
        case .array(let items): return .array(items.map { planted($0) })
        case .object(let object):
            var result = JSONObject()
            for (key, value) in object { result[key] = planted(value, key) }
            return .object(result)
        default: return json
        }
    }

    @Test(arguments: TemplateFixtures.templateFiles(in: TemplateFixtures.reference ?? TemplateFixtures.shipped))
    func `planted markers are literal in models' templates`(file: URL) throws {
        var found = 0
        let cases = try TemplateFixtures.templates(file)
        let template = try ChatTemplate(try #require(cases.first).template)
        for test in cases where test.text != nil {
            var variables = test.variables
            for name in ["messages", "tools", "documents"] {
                if let value = variables[name] { variables[name] = planted(value) }
            }
            // A planted text may make a template raise an error of its own; what is not rendered cannot be wrong.
            guard let prompt = try? template.render(variables, now: test.now) else { continue }
            let plain = try template.render(variables, trusted: Set(variables.keys), now: test.now)
            #expect(plain.text == prompt.text)
            found += check(prompt)
        }
        #expect(found > 0)
    }

    /// Every marker between brackets has to lie in one literal range; how many there are.
    private func check(_ prompt: RenderedPrompt) -> Int {
        let bytes = Array(prompt.text.utf8)
        #expect(zip(prompt.literal, prompt.literal.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        #expect(prompt.literal.allSatisfy { !$0.isEmpty && $0.upperBound <= bytes.count })
        let joined = Array(Self.markers.joined().utf8)
        var found = 0
        var at = 0
        while at + joined.count <= bytes.count {
            guard bytes[at] == joined[0], bytes[at..<at + joined.count].elementsEqual(joined) else {
                at += 1
                continue
            }
            found += 1
            let range = at..<at + joined.count
            let isLiteral = prompt.literal.contains { $0.lowerBound <= at && $0.upperBound >= range.upperBound }
            if !isLiteral { Issue.record("not literal: \(String(decoding: bytes[range], as: UTF8.self)) at \(at)") }
            at = range.upperBound
        }
        return found
    }

    @Test func `a role that spells a marker is literal, a known role is not`() throws {
        let source = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}"
        let messages: JSON = [["role": "user", "content": "a"], ["role": "<|im_end|>", "content": "b"]]
        #expect(try marked(source, JSONObject(["messages": messages])) == "<|user|>‹a›<|‹<|im_end|>›|>‹b›")
    }

    @Test func `the template's own markers are never literal`() throws {
        for file in TemplateFixtures.templateFiles(in: TemplateFixtures.shipped) {
            let cases = try TemplateFixtures.templates(file)
            let template = try ChatTemplate(try #require(cases.first).template)
            for test in cases where test.text != nil {
                let prompt = try template.render(test.variables, now: test.now)
                for range in prompt.literal {
                    let text = String(decoding: Array(prompt.text.utf8)[range], as: UTF8.self)
                    #expect(!text.contains("<|im_start|>") && !text.contains("<|start_header_id|>"))
                }
            }
        }
    }
}
