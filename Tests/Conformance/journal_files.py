# SPDX-License-Identifier: Apache-2.0
"""Writes Tests/Fixtures/journal with Pillow and Python's zipfile: photos that say where they were taken, an archive as Day One writes
it, and one of Markdown files. Needs Pillow: `python journal_files.py FOLDER`."""

import io
import json
import sys
import zipfile
from pathlib import Path

from PIL import Image, PngImagePlugin

SECRET = "SECRET-PLACE"


def picture():
    image = Image.new("RGB", (24, 16))
    image.putdata([(x * 10, y * 15, 120) for y in range(16) for x in range(24)])
    return image


def exif():
    data = Image.Exif()
    data[0x0112] = 6  # turned to the right
    data[0x010F] = SECRET
    place = data.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", (48.0, 23.0, 24.0), "W", (4.0, 29.0, 10.0)
    return data


def photos():
    files = {}
    for kind in ("jpeg", "png", "webp"):
        out = io.BytesIO()
        extra = {"exif": exif(), "xmp": f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{SECRET}</x:xmpmeta>".encode()}
        if kind == "png":
            text = PngImagePlugin.PngInfo()
            text.add_text("Comment", SECRET)
            extra = {"exif": exif(), "pnginfo": text}
        if kind == "jpeg":
            extra["comment"] = SECRET.encode()
        picture().save(out, kind, **extra)
        files[kind] = out.getvalue()
    return files


def day_one(pictures):
    entries = [
        {"uuid": "A1", "creationDate": "2019-03-12T18:32:10Z", "timeZone": "Europe/Paris", "tags": ["family"],
         "text": "# First tooth\n\nShe bit the spoon\\. And looked at me\\!\n\n![](dayone-moment://P1)",
         "photos": [{"identifier": "P1", "md5": "0123456789abcdef0123456789abcdef", "type": "jpeg"}]},
        {"uuid": "A2", "creationDate": "2020-08-02T23:30:00Z", "timeZone": "Europe/Paris",
         "text": "Belle-Île, two days of wind\n\nThe tent held.", "videos": [{"identifier": "V", "md5": "v"}]},
        {"uuid": "A3", "creationDate": "2021-09-05T06:00:00Z", "text": "  "},
        {"uuid": "A4", "creationDate": "2021-09-05T06:00:00Z", "timeZone": "Mars/Olympus", "text": "School shoes",
         "photos": [{"identifier": "P9", "md5": "ffffffffffffffffffffffffffffffff", "type": "png"}]},
    ]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Journal.json", json.dumps({"metadata": {"version": "1.0"}, "entries": entries}))
        archive.writestr("photos/0123456789abcdef0123456789abcdef.jpeg", pictures["jpeg"])
    return out.getvalue()


def markdown(pictures):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("diary/", "")
        archive.writestr("diary/2022-05-01.md", "# May\n\nThe ferns came through.\n\n![a](../img/é%201.png)\n".encode())
        archive.writestr("img/é 1.png", pictures["png"])
        archive.writestr("diary/note.md", "---\ntitle: Rain\ndate: 2022-06-03 07:15\nmood: 4\ntags:\n  - home\n  - \"the sea\"\n---\n\nIt rained.\n")
        archive.writestr("diary/all.md", "# 1 July 2022\n\nFirst.\n\n# Samedi 2 juillet 2022\n\nSecond ![[missing.jpg]].\n")
        archive.writestr("diary/undated.md", "Nobody knows when.\n")
        archive.writestr("__MACOSX/diary/._note.md", b"\0\1")
    return out.getvalue()


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pictures = photos()
    for kind, data in pictures.items():
        (folder / f"place.{kind}").write_bytes(data)
    (folder / "dayone.zip").write_bytes(day_one(pictures))
    (folder / "markdown.zip").write_bytes(markdown(pictures))


main()
