#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes Tests/Fixtures/jinja_units/made.json: small templates and what jinja2 makes of them.

usage: templates.py OUTPUT      needs jinja2 3.1 and nothing else

The environment has the settings of transformers' render_jinja_template: the immutable sandbox, trim_blocks,
lstrip_blocks, loop controls, a `generation` tag, tojson without HTML escapes, raise_exception, strftime_now.
"""
import datetime
import json
import sys

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment

NOW = "2025-03-05T07:08:09"


class Raised(Exception):
    pass


class Generation(Extension):
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

    def _body(self, caller):
        return caller()


def environment():
    env = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, "jinja2.ext.loopcontrols"])

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    def raise_exception(message):
        raise Raised(message)

    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = lambda f: datetime.datetime.fromisoformat(NOW).strftime(f)
    return env


CONTEXT = {
    "s": "Hello World", "e": "", "u": "Żółć é ß Σίσυφος ΑΣ İ ǆ 😀", "multi": "one\n  two\r\nthree\n\nfour  \n",
    "html": "<a href=\"x\">Tom & 'Jerry'</a>", "ws": "  \t padded \u00a0\n", "n": 7, "neg": -7, "zero": 0, "f": 2.5,
    "negf": -3.75, "big": 1e20, "small": 1e-7, "t": True, "no": False, "none": None, "l": [3, 1, 2],
    "words": ["banana", "Apple", "cherry", "apple"], "mixed": [1, "two", 3.0, None, True, {"k": "v"}, [1, [2]]],
    "d": {"b": 1, "a": [True, None, 1.0, "x\"<&>'é\n"], "C": {"x": "y"}}, "empty": {}, "el": [],
    "users": [{"name": "Ann", "age": 31, "tags": ["x"], "home": {"city": "Oslo"}},
              {"name": "bob", "age": 25, "tags": [], "home": {"city": "Rome"}},
              {"name": "Cid", "age": 31, "tags": ["y", "z"], "home": {"city": "oslo"}}, {"name": "Dee", "age": 4}],
    "tree": [{"v": 1, "kids": [{"v": 2, "kids": []}, {"v": 3, "kids": [{"v": 4, "kids": []}]}]}, {"v": 5, "kids": []}],
}

T = []


def each(pattern, *values):
    T.extend(pattern.replace("@", v) for v in values)


# Printing
each("{{ @ }}", "s", "u", "n", "neg", "f", "negf", "big", "small", "t", "none", "l", "mixed", "d", "users", "empty",
     "(1,)", "()", "(1, 'a')", "1, 2", "[[], {}, ()]", "{1: 2, none: 3, (1, 2): 4}", "1e15", "1e16", "123456789012345678.0",
     "1e22", "0.0001", "0.00001", "1.5e-7", "5e-324", "1.7976931348623157e308", "1e400", "-0.0", "100.0", "0.1 + 0.2",
     "1_000", "1_0.5_0", "0x1F", "0b101", "0o17", "1e3", "12345678901234567890123", "-9223372036854775808",
     "[1.0, 1e100, 'it\\'s', \"say \\\"hi\\\"\", 'both \\' \"', '\\\\', '\\n\\t\\r\\x00\\x7f\\x9f', 'é', '\\u200b', '😀', '\\ud7ff']",
     "'a' 'b' \"c\"", "'\\x41\\u0042\\103\\q\\'\\\"'", "'\\é'", "range(5)", "range(1, 10, 3)", "range(5)|list",
     "range(10, 0, -4)|list", "d.keys()", "d.values()", "d.items()", "namespace(a=1, b='x')", "dict(a=1)", "dict([('x', 2)], y=3)",
     "s.missing", "d.missing", "missing", "[missing]", "none.x if false", "true and none", "0 or ''")
# Arithmetic and comparison
each("{{ @ }}", "7 // 2", "-7 // 2", "7 // -2", "-7 % 3", "7 % -3", "7.5 // 2", "-7.5 // 2", "7.5 % 2", "-7.5 % 2", "7.5 % -2",
     "1 / 3", "6 / 2", "2 ** 10", "2 ** -1", "2 ** 0.5", "2 ** 3 ** 2", "-2 ** 2", "2 ** 100", "(2 ** 100) // 3",
     "(2 ** 100) % 1000007", "-(2 ** 100) // 7", "-(2 ** 100) % 7", "2 ** 100 - 2 ** 100", "(2 ** 70) * (3 ** 40)", "(10 ** 20) / (10 ** 18)",
     "9223372036854775807 + 1", "9223372036854775807 * 9223372036854775807", "-9223372036854775808 - 1", "-(-9223372036854775808)",
     "(-9223372036854775808) // -1", "2 ** 64 == 2.0 ** 64", "2 ** 64 > 1e19", "true + 1", "true * 3", "'ab' * 3", "3 * 'ab'", "'ab' * -1",
     "[1, 2] * 2", "(1,) * 3", "[1] + [2]", "(1,) + (2,)", "'a' + 'b'", "1 + 2 * 3 - 4 / 2", "(1 + 2) * 3", "10 - 2 - 3", "2 * 3 % 4",
     "1 < 2 < 3", "1 < 3 < 2", "3 > 2 >= 2 != 1", "1 == 1.0 == true", "'a' < 'b'", "'a' < 'B'", "[1, 2] < [1, 3]", "[1] < [1, 0]", "(1, 'a') < (1, 'b')",
     "'1' == 1", "none == none", "none == false", "[] == ()", "{'a': 1} == {'a': 1.0}", "[1, [2]] == [1, [2]]", "1 != 2", "'x' in 'xyz'", "'' in ''", "1 in [1, 2]",
     "1.0 in [1]", "'a' not in d", "'b' in d", "2 in range(3)", "'b' in d.keys()", "3 in (1, 2)", "not true", "not not 1", "not 1 == 2", "true or 1/0", "false and 1/0",
     "1 and 2", "0 and 2", "0 or 'x'", "'' or [] or {} or 'last'", "1 if true else 2", "1 if false else 2", "1 if false", "1 if false else 2 if false else 3",
     "'a' ~ 1 ~ none ~ true ~ 1.0 ~ [1] ~ missing", "1 ~ 2 + 3", "'x' ~ 2 * 3", "1 + 2 ~ 3", "-1|abs", "1 + -2|abs", "-n|abs", "+n", "- -n", "n|float / 2", "n is odd and f is float",
     "s|upper ~ e", "[1, 2, 3][1]", "[1, 2, 3][-1]", "[1, 2, 3][5]", "(1, 2)[0]", "s[0]", "s[-1]", "u[0]", "u[-1]", "s[99]", "s.0", "l.1", "d['b']", "d['zz']", "d.a[3]", "d['C'].x", "d.C['x']",
     "d[1.5]", "{1: 'one'}[true]", "{1: 'one'}[1.0]", "{(1, 2): 'pair'}[1, 2]", "range(10)[3]", "range(10)[-1]")
each("{{ s[@] }}|{{ [0, 1, 2, 3, 4, 5][@] }}|{{ (0, 1, 2, 3)[@] }}|{{ u[@] }}", "1:", ":3", "1:3", "-3:", ":-2", "::2", "::-1", "1::2", "4:1:-1", "-1:-4:-1", "10:", "-10:2", ":", "::", "2:2",
     "none:2", "1:none:none", "::-2", "5:0:-2", "-100:100:3", "true:")
each("{{ range(10)[@] }}", "2:5", "::2", "::-1", "20:")
# Whitespace
for a in ("", "-", "+"):
    for b in ("", "-", "+"):
        T.append(f"a \n  {{%{a} if t {b}%}}  \n  b \n  {{%{a} endif {b}%}}  \n c")
        T.append(f"x \n  {{%{a} set y = 1 {b}%}}\n\n  y")
        T.append(f"x \n  {{#{a} note {b}#}}\n\n  y {{# c {b}#}} \n z")
        T.append(f"a\n  {{%{a} raw {'-' if b == '-' else ''}%}}  \n {{{{ x }}}} \n  {{%{a} endraw {b}%}} \n b")
    for b in ("", "-"):
        T.append(f"x \n  {{{{{a} n {b}}}}}  \n\n y")
T += ["a\n", "a\n\n", "\n", "", "  ", "a\r\nb\rc\n", "{% if t %}\n{% endif %}", "{{ n }}\n{% if t %}x{% endif %}\n", "\t{% if t %}\tx{% endif %}", "a {# {% if #} b", "{#- -#}", "{# - #}x", "{#-#}x",
      "x {#+ a +#}\n y", "{{ '}}' }}{{ '%}' }}{{ {'a': {'b': 1}}['a']['b'] }}", "{{ {'a': 1} }}", "{{{'a': 1}}}", "{%if t%}x{%endif%}", "{% if t: %}x{% endif %}", "{{ '{{' }}{{ '{%' }}{{ \"{#\" }}", "{ { } } {a} %} }} #}",
      "{% raw %}{% if %}{{ x }}{# y #}{% endraw %}", "{% raw -%}  x{% endraw %}", "a\u00a0\n  {%- if t %}x{% endif %}", "{{ n -}}  x", "{{ n }}\n\n{{ n }}", "  {{ n }}  ", "{%- for x in l -%}\n  {{ x }}\n{%- endfor -%}\n",
      "{% for x in l %}\n  {{ x }}\n{% endfor %}\n", "{% set x = '\n' %}[{{ x }}]", "{{ \"a\\\nb\" }}"]
# Statements
T += [
    "{% if n > 10 %}a{% elif n > 5 %}b{% elif n > 1 %}c{% else %}d{% endif %}", "{% if none %}a{% else %}b{% endif %}", "{% if el %}a{% endif %}{% if l %}b{% endif %}{% if missing %}c{% endif %}",
    "{% for x in l %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }};{% endfor %}",
    "{% for x in l %}{{ loop.previtem }}<{{ x }}>{{ loop.nextitem }} {% endfor %}", "{% for x in l %}{{ loop.previtem is defined }}{{ loop.nextitem is defined }} {% endfor %}",
    "{% for x in 'ab' %}{{ x }},{% endfor %}{% for k in d %}{{ k }},{% endfor %}{% for k, v in d.items() %}{{ k }}={{ v }},{% endfor %}{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}",
    "{% for x in el %}a{% else %}none{% endfor %}{% for x in l if x > 5 %}a{% else %}none{% endfor %}{% for x in missing %}a{% else %}gone{% endfor %}",
    "{% for x in l if x != 1 %}{{ loop.index }}/{{ loop.length }}:{{ x }}{{ loop.last }} {% endfor %}", "{% for x in range(6) %}{% if x == 1 %}{% continue %}{% endif %}{% if x == 4 %}{% break %}{% endif %}{{ x }}{% endfor %}",
    "{% for x in l %}{% for y in l %}{% if y == 1 %}{% break %}{% endif %}{{ x }}{{ y }} {% endfor %}{{ loop.index }};{% endfor %}", "{% for n in l %}{{ n }}{% endfor %}{{ n }}",
    "{% for node in tree recursive %}({{ loop.depth }}{{ loop.depth0 }}:{{ node.v }}{% if node.kids %}{{ loop(node.kids) }}{% endif %}){% endfor %}",
    "{% for x in l %}{{ loop.cycle('a', 'b') }}{{ loop.changed(x > 1) }} {% endfor %}", "{% for x in [1, 1, 2, 2, 1] %}{{ loop.changed(x) }} {% endfor %}", "{% for x in l %}{% set y = x %}{% endfor %}[{{ y }}]",
    "{% set y = 0 %}{% for x in l %}{{ y }}{% set y = x %}{{ y }} {% endfor %}{{ y }}", "{% if t %}{% set y = 5 %}{% endif %}{{ y }}", "{% set a, b = 1, 2 %}{{ a }}{{ b }}", "{% set a, b = b, a %}{{ a }}{{ b }}", "{% set (a, b) = [1, 2] %}{{ a }}{{ b }}",
    "{% set x %}hi {{ n }}{% endset %}[{{ x }}]", "{% set x | upper | replace('H', 'J') %}hi {{ n }}{% endset %}[{{ x }}]", "{% set ns = namespace() %}{% set ns.x = 1 %}{% for i in l %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }}{{ ns.y }}|",
    "{% set ns = namespace(a=1) %}{% set ns.b %}block{% endset %}{{ ns.a }}{{ ns.b }}{{ ns['a'] }}", "{% set ns = namespace({'a': 1}, b=2) %}{{ ns.a + ns.b }}", "{% with a = 1, b = n %}{{ a }}{{ b }}{% set a = 9 %}{{ a }}{% endwith %}{{ a }}|", "{% with %}{% set q = 1 %}{{ q }}{% endwith %}{{ q }}|",
    "{% with n = 1, m = n %}{{ n }}{{ m }}{% endwith %}", "{% macro m(a, b=2, c=none) %}[{{ a }},{{ b }},{{ c }}]{% endmacro %}{{ m(1) }}{{ m(1, 3) }}{{ m(c=4, a=0) }}{{ m() }}", "{% macro m(a, b=a) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}",
    "{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, x=3) }}{{ m() }}", "{% macro m(a) %}{{ a }}{{ varargs|join }}{% endmacro %}{{ m(1, 2, 3) }}{{ m(*[7, 8]) }}{{ m(**{'a': 5}) }}", "{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}in {{ n }}{% endcall %}",
    "{% macro m(xs) %}{% for x in xs %}{{ caller(x, 9) }}{% endfor %}{% endmacro %}{% call(a, b=1) m(l) %}[{{ a }}{{ b }}]{% endcall %}", "{% macro m() %}{% if caller %}{{ caller() }}{% else %}none{% endif %}{% endmacro %}{{ m() }}{% call m() %}c{% endcall %}",
    "{% macro f(n) %}{{ n }}{% if n > 1 %},{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(5) }}", "{% macro m(a, b) %}{% endmacro %}{{ m.name }}{{ m.arguments }}{{ m.catch_kwargs }}{{ m.catch_varargs }}{{ m.caller }}", "{% macro m() %}{{ q }}{% endmacro %}{{ m() }}{% set q = 5 %}{{ m() }}",
    "{% macro m() %}{{ n }}{% endmacro %}{{ m() }}{% set n = 5 %}{{ m() }}", "{% macro m() %}{% set z = 1 %}{% endmacro %}{{ m() }}{{ z }}|", "{% macro m() %} x {% endmacro %}{{ m()|trim }}{{ m() is string }}", "{% macro m(a) -%} {{ a }} {%- endmacro %}{{ m(1) ~ m(2) }}",
    "{% filter upper %}a{{ s }}{% endfilter %}", "{% filter upper|replace('A', 'b')|trim %} a{{ s }} {% endfilter %}", "{% filter indent(2, true) %}a\nb{% endfilter %}", "{% generation %}a{% set q = 1 %}{{ q }}{% endgeneration %}{{ q }}|", "{% print n, s %}",
    "{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.current }}{{ c.next() }}{{ c.next() }}{% set _ = c.reset() %}{{ c.current }}", "{% set j = joiner('|') %}{% for x in l %}{{ j() }}{{ x }}{% endfor %}", "{% set j = joiner() %}{{ j() }}a{{ j() }}b",
    "{{ raise_exception('stop: ' ~ n) }}", "{% if true %}{{ raise_exception('a \"quoted\"\\nmessage é') }}{% endif %}", "{{ raise_exception(5) }}", "{{ strftime_now('%Y-%m-%d %H:%M:%S %y %B %b %A %a %j %d %e %I %p %U %W %w %% %-d %D %F %T %R') }}", "{{ strftime_now('%G %V %u %C %h %n%t') }}|",
    "{{ strftime_now('plain') }}", "{% for x in l %}{% set x %}{{ x }}{% break %}{% endset %}{% endfor %}done", "{% for x in l %}{% filter upper %}a{% continue %}{% endfilter %}b{% endfor %}done", "{% for x in l|sort %}{{ x }}{% endfor %}{% for x in l|map('string')|list + ['z'] %}{{ x }}{% endfor %}",
    "{% for u in users|groupby('age') %}{{ u.grouper }}:{% for x in u.list %}{{ x.name }}{% endfor %};{% endfor %}", "{% for a, xs in users|groupby('home.city', default='none') %}{{ a }}{{ xs|length }};{% endfor %}", "{% for x in l|batch(2, 0) %}{{ x }}{% endfor %}{% for x in range(7)|slice(3, 'f') %}{{ x }}{% endfor %}",
    "{% for x in users|selectattr('age', 'gt', 10) %}{{ loop.index }}{{ x.name }}{{ loop.last }}{% endfor %}", "{% if 'x' is in ['x'] and n is divisibleby 7 %}ok{% endif %}", "{% set x = [] %}{% for i in l %}{% set _ = x + [i] %}{% endfor %}{{ x }}", "{% for i in range(3) %}{{ i }}{{ ',' if not loop.last }}{% endfor %}",
    "{% set loop = 5 %}{{ loop }}", "{% for x in l %}{% set loop_i = loop.index %}{% for y in 'ab' %}{{ loop_i }}{{ loop.index }}{% endfor %} {% endfor %}", "{{ loop is defined }}", "{% for x in l %}{% endfor %}{{ x is defined }}", "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}B{% endmacro %}{{ a() }}",
    "{% set f = s.upper %}{{ f() }}", "{% set x = s.split %}{{ x(' ')|join('-') }}", "{{ d.items|string is string }}", "{% set d2 = dict(d, b=2) %}{{ d2.b }}{{ d.b }}", "{% if true %}{% for x in [] %}{{ x|nofilter }}{% endfor %}{% endif %}", "{% if false %}{{ x|nofilter }}{% endif %}ok", "{{ 1 if true else x|nofilter }}",
    "{% if false %}{{ x is notest }}{% endif %}ok", "{% if 1|nofilter %}x{% endif %}",
]
# Filters
each("{{ @ }}", "neg|abs", "negf|abs", "true|abs", "'abc'|attr('upper') is callable", "d|attr('b')", "d|attr('items') is callable", "l|batch(2)|list", "l|batch(5, 'x')|list", "s|capitalize", "'ÉCOLE'|capitalize", "u|capitalize", "'ab'|center(7)", "'abc'|center(8)", "'ab'|center(1)",
     "s|count", "d|length", "u|length", "missing|length", "missing|default('x')", "missing|d('x')", "e|default('x')", "e|default('x', true)", "none|default('x')", "none|default('x', boolean=true)", "missing|default", "d.missing|default([])", "d|dictsort", "d|dictsort(true)", "d|dictsort(reverse=true)",
     "{'a': 2, 'b': 1}|dictsort(by='value')", "{'a': 'x', 'b': 'Y', 'c': 'A'}|dictsort(false, 'value')", "html|e", "html|escape", "html|e|e", "html|e|forceescape", "html|forceescape", "html|safe", "(html|safe) ~ '<'", "('<b>'|safe) + '<i>'", "'<i>' + ('<b>'|safe)", "('<b>'|e) + '<i>'", "[html|safe]",
     "('<%s>'|safe) % '<x>'", "('<b>'|safe)|upper + '<'", "('<b>'|safe).replace('b', '<') + '<'", "('<b>'|safe)|string + '<'", "('<b>'|safe)|trim + '<'", "('<b>'|safe)|replace('b', 'c') + '<'", "('<b>'|safe).join(['<', '>'|safe])", "('<b>'|safe) * 2 + '<'", "('{}'|safe).format('<')", "['<', '<'|safe]|join('<')",
     "('<b>'|safe) is escaped", "s is escaped", "5|escape", "none|e", "0|filesizeformat", "1|filesizeformat", "999|filesizeformat", "1000|filesizeformat", "1500000|filesizeformat", "1500000|filesizeformat(true)", "'2048'|filesizeformat(binary=true)", "1e30|filesizeformat", "l|first", "s|first", "u|last", "el|first", "d|first", "range(3)|last",
     "d|last", "'2.5'|float", "'x'|float", "'x'|float(1.5)", "7|float", "'1e3'|float", "' 12 '|float", "'inf'|float", "'-1_000.5'|float", "'.5'|float", "'5.'|float", "none|float(2)", "true|float", "'%s-%d'|format('a', 5)", "'%(a)s'|format(a=1)", "'%5.2f|%-5s|%05d|%+d|%x|%X|%o|%e|%g|%c|%r|%%'|format(3.14159, 'ab', 42, 5, 255, 255, 8, 12345.678, 0.0001, 'z', 'q')",
     "'%s %s'|format(none, [1])", "'%10s|%-10s|%.2s'|format('é', '😀', 'abc')", "'% d|%+.1e|%#x|%#o|%G'|format(5, 1234.5, 255, 8, 1e-10)", "'%d'|format(3.99)", "'%d'|format(true)", "'%i'|format(-3)", "'%5%'|format()", "'%*d'|format(5, 42)", "'%.3d'|format(5)", "'%s' % 'x'", "'%s and %s' % ('x', 'y')", "'%(k)s' % {'k': 1}", "'%s' % [1, 2]", "'%s' % missing", "'%d%%' % 50", "'%c' % 8364", "'%a' % 'é'",
     "'%g|%g|%g|%g' % (1e20, 100000.0, 1e-5, 1.5)", "'%f' % 1e10", "'%.0f|%.0f' % (0.5, 1.5)", "'%5s' % none", "'%05.1f' % -2.25", "'%-8d|' % 5", "'%08.3f' % 3.14159", "'%x' % (2 ** 70)", "'%d' % (2 ** 70)", "'%s' % (2 ** 70)", "'%e' % 0", "'%r' % 'it\\'s'")
each("{{ 'a\nb\n\nc'|indent@ }}|", "", "(2)", "(2, true)", "(2, false, true)", "(2, true, true)", "('> ')", "('> ', true)", "(width=1, first=true, blank=true)", "(0)")
T += ["{{ multi|indent(2) }}|", "{{ ''|indent(2, true) }}|", "{{ 'a\n'|indent }}|", "{{ 5|string|indent(3, true) }}"]
each("{{ @ }}", "'42'|int", "'4x'|int", "'4x'|int(9)", "'0x1A'|int(0, 16)", "'1A'|int(base=16)", "'0b11'|int(0, 2)", "'0o17'|int(0, 8)", "'2.9'|int", "'-3.9'|int", "2.9|int", "-2.9|int", "'1e3'|int", "true|int", "none|int", "' 7 '|int", "'1_000'|int", "'inf'|int", "'nan'|int(3)", "[]|int", "1e20|int", "'12345678901234567890123'|int", "d|items|list", "missing|items|list", "l|join", "l|join(', ')",
     "words|join('-')", "users|join(', ', attribute='name')", "users|join(',', 'home.city')", "'abc'|join('.')", "d|join('/')", "[1, none, true, 2.0, [1]]|join(' ')", "el|join(',')", "missing|join(',')", "l|last", "el|last", "l|list", "s|list", "d|list", "u|lower", "u|upper", "s|lower", "s|upper", "5|upper", "'ǆ ß ﬁ'|upper", "'ǅ'|lower", "'ΑΣ ΑΣΑ Σ'|lower", "'İ'|lower|length",
     "words|map('upper')|list", "l|map('string')|join('+')", "users|map(attribute='name')|list", "users|map(attribute='home.city', default='?')|list", "users|map(attribute='tags.0')|list", "[[1, 2], [3]]|map('first')|list", "[[1, 2], [3]]|map(attribute=0)|list", "words|map('replace', 'a', 'o')|list", "['1', 'x']|map('int', default=7)|list", "[missing, 1]|map('default', 5)|list", "el|map('upper')|list", "missing|map('upper')|list",
     "l|max", "l|min", "words|max", "words|min", "words|min(case_sensitive=true)", "users|max(attribute='age')", "el|max", "[1, 2.5, true]|max", "'hello'|max", "d|pprint", "l|pprint", "'x'|pprint", "words|reject('equalto', 'apple')|list", "[0, 1, '', 'a', none]|reject|list", "[0, 1, '', 'a', none]|select|list", "range(6)|select('odd')|list", "range(6)|reject('odd')|list", "range(9)|select('divisibleby', 3)|list", "[1, 'a', none, 2.0]|select('string')|list",
     "users|selectattr('tags')|map(attribute='name')|list", "users|rejectattr('tags')|map(attribute='name')|list", "users|selectattr('age', 'equalto', 31)|map(attribute='name')|list", "users|selectattr('age', '>=', 25)|list|length", "users|selectattr('home.city', 'defined')|list|length", "users|rejectattr('name', 'in', ['bob', 'Ann'])|map(attribute='name')|join", "users|selectattr('nope')|list", "users|selectattr('nope', 'undefined')|list|length", "el|select|list", "missing|select('odd')|list",
     "s|replace('o', '0')", "s|replace('o', '0', 1)", "s|replace('', '-')", "s|replace('', '-', 3)", "'aaa'|replace('aa', 'b')", "5|replace(5, 6)", "u|replace('😀', ':)')", "s|reverse", "u|reverse", "l|reverse|list", "(1, 2)|reverse|list", "d|reverse|list", "range(3)|reverse|list", "l|map('string')|reverse", "2.567|round(2)", "2.5|round", "3.5|round", "-2.5|round", "2.675|round(2)", "1234.5|round(-2)", "5|round", "15|round(-1)", "25|round(-1)", "-15|round(-1)", "2.1|round(method='ceil')", "2.19|round(1, 'floor')", "-2.1|round(0, 'ceil')",
     "1e20|round", "true|round", "0.5|round", "1.005|round(2)", "7|round(2, 'floor')", "l|sort", "l|sort(reverse=true)", "words|sort", "words|sort(case_sensitive=true)", "words|sort(true)", "users|sort(attribute='age')|map(attribute='name')|list", "users|sort(attribute='age,name', reverse=true)|map(attribute='name')|list", "users[:3]|sort(attribute='home.city')|map(attribute='name')|list", "d|sort", "'hello'|sort|join", "[[2, 1], [1, 9]]|sort", "[1, 2.5, true]|sort", "[(1, 'b'), (1, 'a')]|sort", "el|sort",
     "n|string ~ 'x'", "none|string", "[1]|string", "'<p>a  <b>b</b></p> &lt;c&gt; &amp;#39; &#65;<!-- x > y --> z'|striptags", "l|sum", "el|sum", "users[:3]|sum(attribute='age')", "l|sum(start=10)", "[[1], [2]]|sum(start=[])", "[0.1, 0.2]|sum", "s|title", "'hello wORLD-foo (bar) [baz] {q} <t> it\\'s 1a'|title", "u|title", "ws|trim", "'xxhixx'|trim('x')", "'xyhiyx'|trim('xy')", "5|trim", "none|trim", "'\\u3000a\\u200b\\u2003'|trim|length", "'foo bar baz qux'|truncate(9)", "'foo bar baz qux'|truncate(9, true)",
     "'foo bar baz qux'|truncate(11)", "'foo bar baz qux'|truncate(11, leeway=0)", "'foo bar baz qux'|truncate(9, false, '…', 0)", "'foobarbazqux'|truncate(5, leeway=0)", "s|truncate", "l|unique|list", "words|unique|list", "words|unique(true)|list", "[1, 1.0, true, '1']|unique|list", "users|unique(attribute='age')|map(attribute='name')|list", "'a b&c/é?=+~'|urlencode", "{'a b': 'c&d', 'e': 1}|urlencode", "[('x', 1), ('y', 'é /')]|urlencode", "5|urlencode", "'one, two-three it\\'s  4'|wordcount",
     "e|wordcount", "u|wordcount", "'The quick brown fox jumps over the lazy dog'|wordwrap(10)", "'The quick brown fox'|wordwrap(10, wrapstring='|')", "'Supercalifragilistic expi'|wordwrap(8)", "'Supercalifragilistic expi'|wordwrap(8, false)", "'well-known state-of-the-art stuff--dash'|wordwrap(8)", "'well-known state-of-the-art'|wordwrap(8, true, none, false)", "multi|wordwrap(5)", "{'class': 'a\"b', 'id': none, 'n': 1}|xmlattr", "{'a': 1}|xmlattr(false)", "{}|xmlattr", "missing|upper", "missing|trim", "missing|list", "missing|first|default('z')", "missing|string", "missing|sort", "missing|reverse", "missing|replace('a', 'b')", "missing|e", "missing|wordcount", "missing|sum", "missing|unique|list", "missing|max|default('m')")
# tojson
each("{{ @ }}", "d|tojson", "d|tojson(indent=2)", "d|tojson(indent=0)", "d|tojson(indent='--')", "d|tojson(sort_keys=true)", "d|tojson(ensure_ascii=true)", "d|tojson(separators=(',', ':'))", "d|tojson(separators=[' ; ', ' = '], indent=1)", "users|tojson(indent=4)", "mixed|tojson", "[[], {}, ()]|tojson(indent=2)", "{1: 2, none: 3, true: 4, 1.5: 6}|tojson", "'\\x00\\x1f\\x7f\\u2028 \\\\ / \\\" \\b\\f é 😀'|tojson", "'\\x7fé😀'|tojson(true)", "(1, 2)|tojson",
     "1e400|tojson", "-1e400|tojson", "(2 ** 70)|tojson", "1e20|tojson", "0.1|tojson", "html|tojson", "(html|safe)|tojson", "none|tojson", "l|tojson(indent=none)", "range(3)|list|tojson", "users|groupby('age')|list|tojson", "'a'|tojson|length", "{'b': {'d': 1, 'c': 2}, 'a': []}|tojson(sort_keys=true, indent=1)")
# Tests
each("{% for x in [1, 0, -3, 2.0, 2.5, 'a', 'A', 'aB', '', none, true, false, [], [1], {}, (1,), missing, range(2), '12', 'é'] %}{{ x is @ }} {% endfor %}", "boolean", "defined", "undefined", "none", "true", "false", "integer", "float", "number", "string", "mapping", "sequence", "iterable", "callable", "escaped", "eq 1", "ne(1)", "sameas true", "in [1, 'a', none]", "not none", "lower", "upper", "filter")
each("{{ @ }}", "4 is even", "4 is odd", "2.0 is even", "9 is divisibleby 3", "9 is divisibleby(by) if false", "3 is lt 4", "3 is le(3)", "3 is gt 4", "3 is ge 3", "3 is greaterthan 2", "3 is lessthan(2)", "3 is == 3", "3 is != 3" if False else "3 is eq(3)", "'a' is in 'abc'", "'upper' is filter", "'nope' is filter", "'odd' is test", "x is not defined", "none is not none", "s.upper is callable", "range is callable", "5 is callable", "1 is sameas 1", "1 is sameas 1.0", "none is sameas none", "'abc' is string and 5 is number", "[1, 2] is eq [1, 2]", "s is string == true", "not s is string", "l is iterable and not n is iterable", "n is defined and n is not none")
# String methods
each("{{ @ }}", "s.upper()", "s.lower()", "'hELLO wORLD'.capitalize()", "u.swapcase()", "'they\\'re bill\\'s x1y'.title()", "u.title()", "'straße'.casefold()", "s.center(21, '*')", "s.center(20)", "s.ljust(15, '.')", "s.rjust(15, '.')", "'42'.zfill(5)", "'-42'.zfill(5)", "s.count('l')", "s.count('')", "s.count('l', 4)", "s.count('l', 0, -3)", "s.find('o')", "s.find('o', 5)", "s.find('zz')", "s.find('')", "s.find('', 50)", "s.rfind('o')", "s.rfind('o', 0, 6)", "s.index('W')", "s.rindex('l')", "u.find('😀')", "u.index('é')", "s.startswith('He')", "s.startswith(('x', 'H'))", "s.startswith('W', 6)", "s.endswith('ld')", "s.endswith('o', 0, 5)", "s.endswith(())", "s.replace('l', 'L')", "s.replace('l', 'L', 2)", "s.replace('', '.')", "'aXbX'.replace('X', '')",
     "s.split()", "s.split('o')", "s.split('o', 1)", "s.rsplit('o', 1)", "s.split(maxsplit=1)", "s.split(sep='l', maxsplit=2)", "''.split()", "''.split(',')", "' a  b '.split()", "' a  b '.split(' ')", "' a b c '.split(None, 1)", "' a b c '.rsplit(None, 1)", "' a b c '.rsplit(None, 0)", "' a b c '.split(none, 0)", "'a,b,c'.rsplit(',', 1)", "'a,b,c'.rsplit(',')", "multi.splitlines()", "multi.splitlines(true)", "'a\\x0bb\\x0cc\\x1cd\\x85e\\u2028f'.splitlines()", "'\\n'.splitlines()", "''.splitlines()", "s.partition('o')", "s.rpartition('o')", "s.partition('z')", "s.rpartition('z')", "ws.strip()", "ws.lstrip()", "ws.rstrip()|length", "'xxaxx'.strip('x')", "'xyaxy'.lstrip('yx')", "'éaé'.rstrip('é')", "'a'.strip(none)", "'aaa'.strip('a')", "'-'.join(words)", "''.join([])", "', '.join('abc')", "'-'.join(d)", "s.removeprefix('He')", "s.removesuffix('ld')", "s.removeprefix('zz')", "'a\\tb\\t\\tc'.expandtabs()", "'a\\tb'.expandtabs(4)", "'a\\tb'.expandtabs(0)",
     "'abc'.isalpha()", "'ab1'.isalnum()", "'12'.isdigit()", "'²'.isdigit()", "'²'.isdecimal()", "'½'.isnumeric()", "''.isalpha()", "' \\t'.isspace()", "'abc'.islower()", "'ABC1'.isupper()", "'Ab Cd'.istitle()", "'AB Cd'.istitle()", "'1'.islower()", "'a_1'.isidentifier()", "'1a'.isidentifier()", "'é'.isascii()", "'a\\n'.isprintable()", "'é'.isalpha()", "'٣'.isdigit()", "'{} {}'.format(1, 'b')", "'{0}{1}{0}'.format('a', 'b')", "'{x}'.format(x=5)", "'{0[k]} {0.k} {1[0]}'.format({'k': 'v'}, l)", "'{:>8}|{:<8}|{:^8}|{:*^9}'.format('a', 'b', 'c', 'd')", "'{:5d}|{:<5d}|{:05d}|{:+d}|{: d}|{:,}|{:_}'.format(42, 42, -42, 42, 42, 1234567, 1234567)", "'{:.2f}|{:8.3f}|{:e}|{:g}|{:%}|{:.1%}'.format(3.14159, 2.5, 12345.678, 0.00001, 0.5, 0.1234)", "'{:x}|{:X}|{:o}|{:b}|{:#x}|{:#b}|{:c}'.format(255, 255, 8, 5, 255, 5, 65)",
     "'{!r} {!s} {!a}'.format('é', 'é', 'é')", "'{{}} {{{}}}'.format(1)", "'{:{}}|{:{w}}'.format('a', 5, 'b', w=4)", "'{:.3}|{:10.3}'.format('abcdef', 'abcdef')", "'{}|{}|{}|{}'.format(none, true, 1.0, [1, 'a'])", "'{:5}|{:<5}|{:.3}|{:10}'.format(1.0, 2.5, 3.14159, 1e20)", "'{:.3}|{:.3}|{:.1}|{:.10}'.format(1234.5, 0.0001234, 5.0, 100.0)", "'{:5}|{:d}'.format(true, true)", "'{:,.2f}|{:012,d}'.format(1234567.891, 1234567)" if False else "'{:,.2f}'.format(1234567.891)", "'{:=+8d}'.format(42)", "'{:é>5}'.format('x')", "'{a.b}'.format(a={'b': 2})", "'{a[b]}'.format_map({'a': {'b': 3}})", "'{:s}'.format('x')", "'{:08.2f}'.format(-3.14159)", "'{:>+7.1f}'.format(2.25)", "'{:G}|{:E}'.format(1e-10, 12.5)",
     "l.count(1)", "l.index(2)", "[1, 2, 1].index(1, 1)", "(1, 2).count(2)", "(1, 2).index(2)", "l.copy()", "d.get('b')", "d.get('zz')", "d.get('zz', 5)", "d.keys()|list", "d.values()|list|length", "d.items()|list|length", "d.copy() == d", "n.bit_length()", "(5).real", "f.is_integer()", "(2.0).is_integer()", "range(5).stop", "range(5).count(2)", "s.__class__", "s.__len__", "d.__x", "s._x", "d._y", "'{0.__class__}'.format(1) == ''" if False else "s['upper']()", "d['get']('b')", "d['items']()|list|length", "l['count'](1)")
# Errors
each("{{ @ }}", "1 / 0", "1 // 0", "1 % 0", "1.0 / 0", "0 ** -1", "'a' + 1", "1 + 'a'", "[1] + (1,)", "'a' - 'b'", "none + 1", "'a' * 'b'", "[1] * 1.5", "1 < 'a'", "none < 1", "[1] < 1", "1 in 5", "1 in 'abc'", "missing + 1", "missing.x", "missing['x']", "missing()", "missing < 1", "-missing", "-'a'", "none.x.y", "d.x.y", "n()", "s()", "n.upper()", "s.nope()", "d.append(1)", "l.append(1)", "l.pop()", "l.sort()", "l.extend([1])", "l.insert(0, 1)", "l.remove(1)", "l.clear()", "l.reverse()", "d.update({})", "d.pop('b')", "d.setdefault('a', 1)", "d.clear()", "d.popitem()", "s.index('zz')", "s.rindex('zz')", "l.index(99)", "s.split('')", "s.join(1)", "'-'.join([1])", "s.center()", "s.center(5, 'ab')", "s.upper(1)", "s.replace('a')", "s.startswith(1)", "d.get()", "d.get([])", "s.strip(5)", "{[]: 1}", "l['a'].b", "s[1.5].x", "l[::0]", "l['a':]", "range()", "range('a')", "range(1, 2, 0)", "range(200000)", "range(10 ** 12)", "l|abs", "'a'|abs", "none|length", "5|length", "5|list", "5|first", "5|join", "5|sort", "[1, 'a']|sort", "[1, 'a']|max", "none|sort", "5|sum", "['a']|sum", "5|map('upper')|list", "l|map|list", "l|map('nope')|list", "l|select('nope')|list", "l|selectattr|list", "users|map('upper', 'x')|list", "5|dictsort", "d|dictsort(by='x')", "5|items|list", "l|items|list", "l|batch|list", "l|slice(0)|list", "'a'|round", "2.5|round(1, 'up')", "l|unique(nope=1)|list", "[[1]]|unique|list", "'a'|truncate(1)", "5|truncate", "5|indent", "5|wordwrap", "'x'|wordwrap(0)", "'%d' % 'a'", "'%s %s' % 'a'", "'%s' % (1, 2)", "'%z' % 1", "'%' % 1", "'%(a)s' % 1", "'%(a)s' % {}", "'%x' % 1.5", "'%c' % 'ab'", "'%d' % none", "'x' % 5", "'{}'.format()", "'{x}'.format()", "'{'.format()", "'}'.format()", "'{:d}'.format('a')", "'{:s}'.format(1)", "'{:d}'.format(1.5)", "'{:zz}'.format(1)", "'{!z}'.format(1)", "'{:>5}'.format([1])", "missing|tojson", "s.upper|tojson", "range(3)|tojson", "l|map('abs')|tojson", "d.items()|tojson", "d.keys()|tojson", "{(1, 2): 3}|tojson", "{'a': 1, 2: 3}|tojson(sort_keys=true)", "missing|int", "missing|float", "missing|abs", "missing|dictsort", "d|xmlattr('x', 'y')", "{'a b': 1}|xmlattr", "5 is divisibleby 0", "5 is divisibleby", "'a' is odd", "none is even", "5 is in 5", "5 is lt 'a'", "raise_exception()", "strftime_now()", "namespace(1)", "cycler()", "dict(1)", "dict([1])", "none()", "caller()", "self.x", "l|groupby", "users|groupby('age,')|list|length" if False else "5|groupby('a')", "s|tojson(nope=1)", "s|upper(1)", "s|center('a')", "s|replace('a')", "2 ** 'a'", "(none,) < (1,)", "d < d", "l|first.x" if False else "l|last|nope", "'a' ~ nope.x", "l|join(nope.x)", "users|map(attribute='a.b.c')|list", "users|sort(attribute='home.city')", "s.encode('x').y", "s|int|nope", "1e400|int", "1e400|round(0, 'ceil')")
T += ["{% for x in n %}{% endfor %}", "{% for x in none %}{% endfor %}", "{% for a, b in l %}{% endfor %}", "{% for a, b in [(1, 2, 3)] %}{% endfor %}", "{% set a, b = 1 %}", "{% set a, b = [1] %}", "{% set d.x = 1 %}", "{% set zz.x = 1 %}", "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}", "{% macro m(a) %}{% endmacro %}{{ m(b=2) }}", "{% macro m(a) %}{% endmacro %}{{ m(1, a=2) }}", "{% macro m() %}{% endmacro %}{% call m() %}x{% endcall %}", "{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}", "{% for x in l %}{{ loop(l) }}{% endfor %}", "{{ loop.index }}", "{% for x in l %}{{ loop.nope.x }}{% endfor %}", "{% for x in l %}{{ loop.cycle() }}{% endfor %}",
      "{% unknown %}", "{% if %}{% endif %}", "{% if t %}", "{% endif %}", "{% for %}{% endfor %}", "{% for x %}{% endfor %}", "{% for x in %}{% endfor %}", "{% for x in l %}", "{% else %}", "{% set %}", "{% set x %}", "{% set 1 = 2 %}", "{% set none = 2 %}", "{% set x = %}", "{% macro %}{% endmacro %}", "{% macro m %}{% endmacro %}", "{% macro m(a=1, b) %}{% endmacro %}", "{% call x %}{% endcall %}", "{% filter %}{% endfilter %}", "{% filter nope %}{% endfilter %}", "{% raw %}", "{# open", "{{ n", "{{ n }", "{{ }}", "{{ n n }}", "{{ (1 }}", "{{ [1, 2 }}", "{{ {1: } }}", "{{ {1} }}", "{{ 'open }}", "{{ n..x }}", "{{ n. }}", "{{ n.'a' }}", "{{ f(a=1, 2) }}", "{{ f(**a, b) }}", "{{ f(a b) }}",
      "{{ n| }}", "{{ n|5 }}", "{{ n|nope }}", "{{ n is }}", "{{ n is nope }}", "{{ n is string is string }}", "{{ n ? 1 : 2 }}", "{{ n && 1 }}", "{{ n = 1 }}", "{{ @ }}", "{{ $x }}", "{{ n ] }}", "{{ (n] }}", "{{ 1a }}", "{{ 012 }}", "{{ '\\x4' }}", "{{ '\\u12' }}", "{{ not }}", "{{ 1 + }}", "{{ * 1 }}", "{{ a if }}", "{% break %}", "{% continue %}", "{% for x in l %}{% macro m() %}{% break %}{% endmacro %}{% endfor %}", "{% do l.append(1) %}", "{% include 'x' %}", "{% extends 'x' %}", "{% import 'x' as y %}", "{% from 'x' import y %}", "{% with a %}{% endwith %}", "{% generation %}", "{% for x in l recursive %}{{ x }}", "{% if t %}{% for x in l %}{% endif %}{% endfor %}", "{% elif t %}", "{%", "{{", "{%}", "{% if t }}", "{{ n %}", "{{ l[1:2:3:4] }}", "{{ l[] }}", "{{ d[].x }}", "{{ 5.x }}", "{{ -}}"]


def main():
    env = environment()
    cases, seen = [], set()
    for template in T:
        if template in seen:
            continue
        seen.add(template)
        case = {"name": f"m{len(cases)}", "template": template}
        try:
            case["expected"] = env.from_string(template).render(**CONTEXT)
            if " at 0x" in case["expected"]:  # an object's address, which differs from run to run
                continue
        except Exception as error:
            kind = "raise_exception" if isinstance(error, Raised) else type(error).__name__
            case["expected_error"] = {"kind": kind, "message": str(error)}
        cases.append(case)
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        head = {"jinja2": jinja2.__version__, "now": NOW, "context": CONTEXT}
        file.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "cases": [\n')
        file.write(",\n".join(json.dumps(case, ensure_ascii=True) for case in cases) + "\n]}\n")
    print(len(cases), "cases,", sum("expected_error" in c for c in cases), "of them errors")


if __name__ == "__main__":
    main()
