#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes Tests/Fixtures/schemas/verdicts.jsonl: schemas, texts and whether Python's `jsonschema` finds the texts valid.

usage: make_verdicts.py > verdicts.jsonl            needs `pip install jsonschema`
"""
import json
import random

import jsonschema

import guided

PEOPLE = {"type": "object", "required": ["name", "age"], "additionalProperties": False, "properties": {
    "name": {"type": "string", "minLength": 1, "maxLength": 10}, "age": {"type": "integer", "minimum": 0, "maximum": 150},
    "mail": {"type": "string", "pattern": "^[a-z]+@[a-z]+\\.org$"}}}
TREE = {"$ref": "#/$defs/node", "$defs": {"node": {"type": "object", "required": ["v"], "additionalProperties": False,
        "properties": {"v": {"type": "number"}, "next": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}}}
CHOSEN = [
    (PEOPLE, [{"name": "Ada", "age": 36}, {"age": 36, "name": "Ada"}, {"name": "", "age": 1}, {"name": "Ada"},
              {"name": "Ada", "age": 151}, {"name": "Ada", "age": 36.0}, {"name": "Ada", "age": 36.5}, {"name": "x" * 11, "age": 0},
              {"name": "Ада", "age": 0, "mail": "a@b.org"}, {"name": "Ada", "age": 1, "mail": "a@b.com"},
              {"name": "😀" * 10, "age": 150}, {"name": "😀" * 11, "age": 1}, {"name": "Ada", "age": 1, "x": 1}, [], None]),
    (TREE, [{"v": 1}, {"v": 1, "next": []}, {"next": [{"v": 2}, {"v": -0.5, "next": [{"v": 1e30}]}], "v": 0}, {"next": []},
            {"v": 1, "next": [{}]}, {"v": "1"}]),
    ({"type": "array", "prefixItems": [{"const": "x"}, {"type": "boolean"}], "items": {"type": "integer"}, "maxItems": 4},
     [[], ["x"], ["x", True], ["x", True, 1, 2], ["x", True, 1, 2, 3], ["y"], ["x", 1], ["x", False, 1.5]]),
    ({"multipleOf": 0.25}, [1, 0.25, 19.75, 0.125, 100, -0.5, 0.3, "text"]),
    ({"exclusiveMinimum": -2.5, "maximum": 1000}, [-2.5, -2.4, -3, 0, 1000, 1000.5, 1e3, 99999, 1e-7, -1e-7, 1e300]),
    ({"contains": {"type": "integer", "minimum": 5}, "minContains": 2, "maxContains": 3},
     [[5, 6], [5], [1, 5, 1, 6, 1, 7], [5, 5, 5, 5], [], "no array"]),
    ({"enum": [1, "1", [1, {"a": None}], {"b": 2.0}, None]}, [1, 1.0, "1", [1, {"a": None}], [1, {}], {"b": 2}, None, False, 2]),
    ({"oneOf": [{"type": "object", "required": ["kind", "r"], "properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}},
                {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "square"}, "a": {"type": "number"}}}]},
     [{"kind": "circle", "r": 1}, {"kind": "circle"}, {"kind": "square"}, {"kind": "square", "a": "1"}, {"r": 1, "kind": "circle"}]),
    ({"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]}, [2, 3, 6, 5, 4, 9, 12]),
    ({"not": {"type": "object", "required": ["a"]}}, [{"b": 1}, {"a": 1}, {}, 1]),
    ({"if": {"properties": {"t": {"const": 1}}, "required": ["t"]}, "then": {"required": ["x"]}, "else": {"required": ["y"]}},
     [{"t": 1, "x": 0}, {"t": 1}, {"t": 2, "y": 0}, {"t": 2, "x": 0}, {"y": 1}, {}]),
    ({"type": "object", "propertyNames": {"pattern": "^[a-c]+$"}, "patternProperties": {"a": {"type": "integer"}},
      "additionalProperties": {"type": "string"}, "maxProperties": 2},
     [{"a": 1}, {"b": "x"}, {"a": "x"}, {"d": "x"}, {"ab": 1, "c": "x"}, {"a": 1, "b": "", "c": ""}]),
    ({"dependentRequired": {"card": ["address"]}}, [{"card": 1}, {"card": 1, "address": 2}, {"address": 2}, {}]),
    ({"allOf": [{"properties": {"a": {"type": "integer"}}}], "properties": {"b": True}, "unevaluatedProperties": False},
     [{"a": 1, "b": 2}, {"a": 1, "c": 2}, {"a": "x"}, {}]),
]
WAYS = ({}, {"separators": (",", ":")}, {"indent": 1}, {"ensure_ascii": False})


def near(r, schema):
    """Values that are more likely to be valid than any: of the schema's own words."""
    words = [schema]
    found = []
    while words:
        s = words.pop()
        if isinstance(s, dict):
            found += s.get("enum", []) + ([s["const"]] if "const" in s else [])
            words += [v for v in s.values() if isinstance(v, (dict, list))]
            if "properties" in s:
                found.append({n: near(r, p) for n, p in s["properties"].items() if n in s.get("required", []) or r.random() < 0.5})
            if "items" in s:
                found.append([near(r, s["items"]) for _ in range(r.randint(s.get("minItems", 0), s.get("minItems", 0) + 2))])
        elif isinstance(s, list):
            words += [v for v in s if isinstance(v, dict)]
    return r.choice(found) if found and r.random() < 0.7 else guided.value(r, 2)


def main():
    r = random.Random(7)
    for schema, values in CHOSEN + [(s, [near(r, s) for _ in range(6)]) for s in (guided.document(r) for _ in range(400))]:
        validator = jsonschema.Draft202012Validator(schema, format_checker=guided.checker)
        for value in values:
            try:
                valid = validator.is_valid(value)
            except RecursionError:
                continue
            text = json.dumps(value, **r.choice(WAYS))
            print(json.dumps({"schema": schema, "text": text, "valid": valid}))


main()
