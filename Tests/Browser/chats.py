# SPDX-License-Identifier: Apache-2.0
"""Writes an export as ChatGPT does, of any size: `chats.py FILE [CONVERSATIONS [MEGABYTES]]`; a name that ends in .zip is packed."""

import json
import random
import sys
import uuid
import zipfile
from pathlib import Path

WORDS = """the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all
her she there would their we him been has when who will no more if out so said what up its about than into them can only other time new some
could these two may then do first any my now such like our over man me even most made after also did many before must through back years where
much your way well down should because each just those people how too little state good very make world still own see men work long here get
both between life being under never day same another know while last might us great old year off come since against go came right used take
kitchen garden violin harbour winter market doctor letter window ferry bread recipe python function notary island cousin lantern""".split()


def conversation(number, size, random):
    """One of so many bytes, about, with a second answer in each fourth."""
    identifier = str(uuid.UUID(int=random.getrandbits(128), version=4))
    begun = 1_680_000_000 + number * 17_000
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    parent, written, turn, answer = "root", 0, 0, None

    def add(role, before):
        nonlocal written
        name = str(uuid.UUID(int=random.getrandbits(128), version=4))
        text = " ".join(random.choice(WORDS) for _ in range(random.randint(5, 60) if role == "user" else random.randint(150, 500)))
        mapping[name] = {"id": name, "parent": before, "children": [], "message": {
            "id": name, "author": {"role": role, "name": None, "metadata": {}}, "create_time": begun + turn * 60.5, "update_time": None,
            "content": {"content_type": "text", "parts": [text]}, "status": "finished_successfully", "end_turn": True, "weight": 1.0,
            "metadata": {"model_slug": "gpt-4o", "timestamp_": "absolute"} if role == "assistant" else {"timestamp_": "absolute"},
            "recipient": "all", "channel": None}}
        mapping[before]["children"].append(name)
        written += len(text) + 520
        return name

    while written < size or not answer:
        question = add("user", parent)
        turn += 1
        answer = parent = add("assistant", question)
        if turn % 8 == 1:
            add("assistant", question)
        turn += 1
    return {"title": " ".join(random.choice(WORDS) for _ in range(4)).capitalize(), "create_time": begun, "update_time": begun + 9_000.0,
            "mapping": mapping, "current_node": answer, "conversation_id": identifier, "id": identifier, "is_archived": number % 40 == 0}


def write(file, conversations=5_000, megabytes=200, seed=1):
    chance = random.Random(seed)
    size = megabytes * 1_000_000 // conversations

    def pieces():
        for number in range(conversations):
            yield ("[" if number == 0 else ", ") + json.dumps(conversation(number, size, chance))
        yield "]"

    if str(file).endswith(".zip"):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("conversations.json", "w", force_zip64=True) as entry:
            for piece in pieces():
                entry.write(piece.encode())
    else:
        with open(file, "w") as out:
            out.writelines(pieces())


if __name__ == "__main__":
    write(Path(sys.argv[1]), *map(int, sys.argv[2:4]))
