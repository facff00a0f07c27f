# SPDX-License-Identifier: Apache-2.0
"""Invented conversations for pictures: what is asked, and what a made model answers; a trained one answers for itself."""

QUIMPER = "When do the trains to Quimper go?"
VIOLIN = "Lise wants to start the violin. Is seven too early?"
LANDLORD = "A letter to our landlord: no heating for nine days."
BED = "Could you plan a small bed for the north wall? Nothing that brings wasps."
COMPOST = "How much compost for 4 m by 80 cm, 5 cm deep?"

TITLES = {
    QUIMPER: "Trains to Quimper", VIOLIN: "Lise and the violin", LANDLORD: "The heating", COMPOST: "Compost", BED: "A bed for the north wall"}

ANSWERS = {
    "Quimper": "I cannot look timetables up: I live on this machine alone. The station’s own page has them, and it is worth asking for "
               "the first train, which is often half empty.",
    "violin": "Seven is a good age. Begin with a quarter-size instrument from a rental shop, ten minutes a day, and let her choose the "
              "first tune herself.",
    "landlord": "Dear Monsieur Le Goff,\n\nThe heating in the flat has been out since Thursday 12 November, nine days now. I wrote on the "
                "13th and we spoke on the 16th; nobody has come since.\n\nYou have always been quick to help, so I am sure this slipped "
                "through. Lise and I are managing with one small heater, but the mornings are cold. Could somebody come before Monday?"
                "\n\nThank you, and kind regards,\nNora",
    "wasps": "Gladly. The wall has about two hours of late sun, so I chose plants that like to stay cool, and none with open, sweet "
             "flowers near the path where Lise plays.\n\n1. **Back:** your mother’s ferns, three together, 60 cm apart.\n2. **Middle:** "
             "*Heuchera* for colour in winter.\n3. **Front:** sweet woodruff, which closes the ground by June.\n\n"
             "| Plant | Pieces | Plant in |\n|---|--:|---|\n| Fern | 3 | November |\n| Heuchera | 5 | March |\n| Sweet woodruff | 9 | March |",
    "compost": "About **160 litres**, so four bags of 40 litres:\n\n```python\nlength, width, depth = 4.0, 0.8, 0.05  # m\nlitres = length * "
               "width * depth * 1000\nprint(litres)  # 160.0\n```\n\nTake a fifth bag if the soil is sandy: $V = l \\cdot w \\cdot d$.",
    "": "Gladly. Tell me a little more about it, and what you have tried so far.",
}


def pieces():
    """The answers in pieces of about a word, each of which is there once."""
    seen, answers = set(), {}
    for words, text in ANSWERS.items():
        answers[words], start = [], 0
        while start < len(text):
            end = text.find(" ", start + 1)
            end = len(text) if end < 0 else end
            while text[start:end] in seen and end < len(text):
                end += 1
            # What is left over and was there before goes with the piece in front of it.
            if text[start:end] in seen:
                seen.remove(answers[words][-1])
                start -= len(answers[words].pop())
            seen.add(text[start:end])
            answers[words].append(text[start:end])
            start = end
    return answers
