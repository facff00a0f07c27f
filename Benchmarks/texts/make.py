#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the conversations that `hearth model bench --dictate` is measured on, as tokens of Llama 3.

usage: make.py TOKENIZER.json     the tokenizer of any Llama 3 model; needs `tokenizers` from PyPI

Random weights say nothing that quotes its prompt, and so the answers are given. records.json: a list of records is to be
repeated with one field changed, where nearly all of the answer stands in the prompt. prose.json: a question that is answered
in words of its own, where guessing cannot help and must not hurt. Both hold the text they were made from.
"""
import json, os, sys

from tokenizers import Tokenizer

NAMES = ["Anna Berger", "Tomás Rey", "Mina Okafor", "Jules Martin", "Sofia Lindqvist", "Kenji Mori", "Ida Holm", "Paul Weiss",
         "Leila Haddad", "Marco Conti", "Eva Novak", "Owen Price", "Rosa Duarte", "Nils Aune"]
TOWNS = ["Graz", "Sevilla", "Lagos", "Lyon", "Uppsala", "Osaka", "Aarhus"]
GOODS = ["oak table", "reading lamp", "wool blanket", "tea kettle", "garden chair"]


def records():
    return [
        dict(id=4101 + 7 * i, customer=name, town=TOWNS[i * 3 % 7], item=GOODS[i * 2 % 5], quantity=1 + i * 5 % 4,
             price=round(19.9 + i * 13.45 % 80, 2), status=["open", "shipped", "paid"][i % 3])
        for i, name in enumerate(NAMES)
    ]


def laid_out(rows):
    return "[\n" + ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"


def quoting():
    rows = records()
    question = ("Here are our orders:\n\n" + laid_out(rows) + "\n\nThe order of Ida Holm has been shipped. Give me the whole list "
                "again with that change, as JSON and nothing else.")
    changed = [dict(row, status="shipped") if row["customer"] == "Ida Holm" else row for row in rows]
    assert changed != rows
    return question, laid_out(changed)


def prose():
    return "Why do the leaves of some trees turn red in autumn?", (
        "Through the summer a leaf is green because it is full of chlorophyll, the pigment that catches light for the tree. "
        "Chlorophyll does not last; it breaks down in sunshine and has to be made anew all the time. When days grow short and "
        "nights turn cold, the tree stops paying for that. It seals the stem of each leaf with a layer of cork, draws what it "
        "can still use back into its twigs, and lets the rest go. Yellow and orange were there from the start, only hidden, "
        "which is why birches and hazels glow like lamps.\n\nRed is another matter. Maples, cherries and some oaks make a new "
        "pigment, anthocyanin, in those last weeks, out of sugar that is trapped behind the cork. Why anything should be built "
        "in a house about to be pulled down is still argued over. One idea is that it works as a sunscreen: it shades the "
        "failing machinery while nitrogen is being rescued. Another says that it warns insects off, telling aphids in search "
        "of a winter home that this tree is well defended. Bright dry days with cool nights bring out the deepest colour, "
        "because much sugar is made and little of it leaves. A wet, mild October gives browns instead.")


def main():
    tokenizer, folder = Tokenizer.from_file(sys.argv[1]), os.path.dirname(os.path.abspath(__file__))
    for name, (question, answer) in dict(records=quoting(), prose=prose()).items():
        prompt = ("<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\n" + question
                  + "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n")
        ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in (prompt, answer)]
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as out:
            json.dump(dict(question=question, text=answer, prompt=ids[0], answer=ids[1]), out, ensure_ascii=False)
            out.write("\n")
        print(f"{name}: {len(ids[0])} tokens of prompt, {len(ids[1])} of answer")


main()
