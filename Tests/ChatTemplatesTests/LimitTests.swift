// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import EmberJSON
import Foundation
import Testing

/// A template comes with a download, and the text in a conversation comes from anywhere: neither may take the program
/// down. Every bomb here has to end in an error; the time limits are there to tell a hang, not to measure.
@Suite(.serialized) struct LimitTests {
    static let clock = TemplateClock(year: 2025, month: 3, day: 5)

    static let bombs: [String] = [
        "{{ 'x' * 10 ** 9 }}", "{{ 'x' * 10 ** 30 }}", "{{ [0] * 10 ** 9 }}", "{{ (0,) * 9223372036854775807 }}",
        "{{ 2 ** (10 ** 9) }}", "{{ 10 ** 10 ** 10 ** 10 ** 10 }}",
        "{{ (2 ** 16000) * (2 ** 16000) }}", "{{ 7 ** 99999 }}",
        "{{ range(10 ** 12) }}", "{{ range(-9223372036854775807, 9223372036854775807) }}", "{{ range(100001) }}",
        "{{ '%1000000000d' % 1 }}", "{{ '%.1000000000f' % 1 }}", "{{ '%*d' % (10 ** 9, 1) }}",
        "{{ '%99999999999999999999d' % 1 }}", "{{ '{:1000000000}'.format(1) }}", "{{ '{:.1000000000f}'.format(1.0) }}",
        "{{ '{:99999999999999999999}'.format(1) }}", "{{ 'a\nb'|indent(10 ** 9) }}", "{{ 'a'|center(10 ** 9) }}",
        "{{ 'a'.ljust(10 ** 9) }}", "{{ 'a'.zfill(10 ** 9) }}", "{{ '\t'.expandtabs(10 ** 9) }}",
        "{{ ('a\t' * 1000).expandtabs(100000) }}", "{{ ('a' * 10000)|replace('', 'b' * 10000) }}",
        "{{ ('a' * 10000).replace('a', 'b' * 10000) }}", "{{ [1]|tojson(indent=10 ** 9) }}",
        "{{ l|batch(10 ** 9, 0)|list }}", "{{ l|slice(10 ** 9)|list }}",
        "{{ ('a' * 100000).join(range(1000)|map('string')) }}",
        "{{ range(1000)|join('a' * 100000) }}", "{{ ('a ' * 4000000).split() }}", "{{ ('a,' * 4000000).split(',') }}",
        "{{ ('a\n' * 4000000).splitlines() }}", "{{ ('a' * 16000000)|list }}", "{{ 1e308|round(-2)|int ** 99 }}",
        "{% set ns = namespace(s='xxxxxxxx') %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
        "{% set ns = namespace(s='xxxxxxxx') %}{% for i in range(100) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
        "{% set ns = namespace(s=[0]) %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
        "{% set ns = namespace(n=3) %}{% for i in range(1000) %}{% set ns.n = ns.n * ns.n %}{% endfor %}",
        "{% set ns = namespace(s=[]) %}{% for i in range(100000) %}{% set ns.s = [ns.s] %}{% endfor %}{{ ns.s }}",
        "{% set ns = namespace(s={}) %}{% for i in range(100000) %}{% set ns.s = {'a': ns.s} %}{% endfor %}",
        "{% set ns = namespace(s=[1]) %}{% for i in range(99999) %}{% set ns.s = ns.s|map('abs') %}{% endfor %}"
            + "{{ ns.s|list }}",
        "{% set ns = namespace(s=[1]) %}{% for i in range(150) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s }}",
        "{% set ns = namespace(s=[1]) %}{% for i in range(150) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}"
            + "{{ ns.s|tojson }}",
        "{% set ns = namespace(s=(1,)) %}{% for i in range(150) %}{% set ns.s = (ns.s, ns.s) %}{% endfor %}"
            + "{{ {ns.s: 1} }}",
        "{% set ns = namespace(s=[1], t=[1]) %}{% for i in range(150) %}{% set ns.s = [ns.s, ns.s] %}"
            + "{% set ns.t = [ns.t, ns.t] %}{% endfor %}{{ ns.s == ns.t }}",
        "{% set ns = namespace() %}{% set ns.me = ns %}{{ ns }}", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}",
        "{% macro m() %}{% call m() %}{{ m() }}{% endcall %}{{ caller }}{% endmacro %}{{ m() }}",
        "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}", "{{ '{0.a}'.format_map(l) }}",
        "{{ 'a' * 16000000 }}{{ 'a' * 16000000 }}", "{{ ('%s' * 100000) % (('a' * 100000,) * 100000) }}",
    ]

    /// The error that rendering ends in, if it does.
    private func failure(_ source: String, _ limits: TemplateLimits = .standard) -> TemplateError? {
        do throws(TemplateError) {
            _ = try ChatTemplate(source).render(JSONObject(["l": [1, 2, 3]]), now: Self.clock, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: bombs)
    func `a bomb ends in an error`(source: String) {
        #expect(failure(source, TemplateLimits(steps: 100_000)) != nil)
    }

    @Test func `loops end at the step limit`() {
        let loops = "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}"
        let source = loops + "{% endfor %}{% endfor %}{% endfor %}"
        #expect(failure(source, TemplateLimits(steps: 50_000))?.code == .limit)
    }

    @Test(arguments: [
        ("{{ ", "(", "1", ")", " }}"), ("{{ ", "[", "", "]", " }}"), ("{{ ", "{1: ", "1", "}", " }}"),
        ("{{ ", "-", "1", "", " }}"), ("{{ ", "not ", "1", "", " }}"), ("{{ ", "l[", "0", "]", " }}"),
        ("{{ ", "f(", "", ")", " }}"), ("{{ 1", "|abs", "", "", " }}"), ("{{ l", ".a", "", "", " }}"),
        ("{{ 1", " if 1 else 1", "", "", " }}"), ("{{ 1", " + 1", "", "", " }}"), ("{{ 1", " ~ 1", "", "", " }}"),
        ("{{ 1", " ** 1", "", "", " }}"), ("{{ 1", " < 2", "", "", " }}"), ("{{ 1", " and 1", "", "", " }}"),
        ("{{ 1", " is odd", "", "", " }}"), ("", "{% if 1 %}", "", "{% endif %}", ""),
        ("", "{% for x in l %}", "", "{% endfor %}", ""), ("", "{% macro m() %}", "", "{% endmacro %}", ""),
        ("", "{% filter upper %}", "", "{% endfilter %}", ""), ("{% set ", "(", "a", ")", " = 1 %}"),
        ("{% if 0 %}", "{% elif 1 %}", "", "", "{% endif %}"), ("{{ 'a'", " 'b'", "", "", " }}"),
        ("{{ '", "{", "", "}", "'.format() }}"), ("{{ '%", "(", "", ")", "s' % {} }}"),
    ])
    func `survives nesting without end`(
        _ before: String, _ open: String, _ middle: String, _ close: String, _ after: String
    ) async {
        for count in [50, 400, 5_000] {
            let opened = before + String(repeating: open, count: count)
            let source = opened + middle + String(repeating: close, count: count) + after
            // Whether it is an error depends on the construct; that there is an outcome does not.
            await onSmallStack { _ = failure(source, TemplateLimits(steps: 300_000)) }
        }
    }

    @Test func `recursion is as deep on a thread with 512 kB of stack`() async {
        let body = "{% for x in [1] %}{% if n %}{{ m(n - 1)|upper }}{% endif %}{% endfor %}"
        let macro = "{% macro m(n) %}" + body + "{% endmacro %}"
        await onSmallStack {
            #expect(failure(macro + "{{ m(60) }}") == nil)
            #expect(failure(macro + "{{ m(100000) }}")?.code == .limit)
        }
    }

    @Test func `variables nested without end are refused`() {
        var deep: JSON = 1
        for _ in 0..<500 { deep = [deep] }
        #expect(throws: TemplateError.self) {
            try ChatTemplate("{{ x }}").render(JSONObject(["x": deep]), now: Self.clock)
        }
    }

    @Test func `errors say where they are`() throws {
        let syntax = failure("a\nb {{ 1 + }}")
        #expect(syntax.map { [$0.line, $0.column] } == [2, 10])
        let use = failure("a\n{% if true %}\n  {{ 'x' ~\n l.a.b }}{% endif %}")
        #expect(use.map { [$0.line, $0.column] } == [4, 5])
        #expect(use?.code == .undefined)
    }

    private func onSmallStack(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let thread = Thread {
                work()
                done.resume()
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }
}
