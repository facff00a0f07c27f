# SPDX-License-Identifier: Apache-2.0
"""Fillers of English slots. Open classes are mostly invented from syllables, so that a value can only be copied."""
import random
import re

from ..template import pick

WOMEN = """Mara Anna Julia Clara Nora Emma Olivia Sophie Lucy Grace Hannah Alice Ruth Helen Diana Sara Laura Eva Ines Paula Marta
Rosa Elena Irene Carmen Lena Greta Heidi Ingrid Astrid Freya Maya Priya Anika Leila Yasmin Fatima Amina Zara Noor Mei Yuki Hana Aiko
Sakura Linh Thuy Chloe Camille Amelie Margot Juliette Louise Celine Manon Bianca Chiara Giulia Francesca Olga Katya Natasha Irina Daria
Zofia Agata Ewa Petra Jana Ivana Milena Tara Nadia Rita Vera Wanda Iris Violet Daisy Rose Lily Ella Mia Ava Zoe Ruby Molly Megan Fiona
Siobhan Niamh Ailsa Isla Gwen Bethan Carys Abena Efua Chioma Ngozi Zainab Thandi Dorothy Martha Agnes Edith Mabel Joan Susan Karen Linda
Patricia Barbara Nancy Betty Sandra Donna Carol Michelle Amanda Melissa Stephanie Rebecca Sharon Cynthia Kathleen Amy Angela Shirley Zoë Chloé Renée Léa Núria Åsa Şule Bożena""".split()
MEN = """Tom Ben Sam Max Leo Paul Peter Mark Luke John James Henry George Oliver Harry Jack Noah Adam Daniel David Simon Martin Robert
Thomas Felix Oscar Hugo Victor Louis Theo Jules Antoine Pierre Marc Olivier Mathieu Bruno Carlos Diego Pablo Javier Miguel Rafael Luis
Marco Luca Matteo Paolo Giorgio Stefan Jonas Lukas Moritz Karl Otto Hans Jan Piet Lars Erik Nils Bjorn Anders Mikkel Ivan Dmitri Sergei
Boris Piotr Marek Tomasz Pavel Milan Goran Amir Omar Yusuf Hassan Karim Tariq Ali Ravi Arjun Vikram Sanjay Rohan Kenji Hiro Takeshi Wei
Jun Minh Duc Kwame Kofi Emeka Tunde Sipho Angus Callum Ewan Rhys Owen Dylan Declan Liam Sean Patrick Kevin Brian Gary Steve Frank Walter
Arthur Albert Ernest Ralph Stanley William Richard Charles Joseph Christopher Matthew Anthony Donald Andrew Joshua Kenneth Ronald Jason Björn Søren Jürgen João José André Łukasz Ömer Željko René Håkon""".split()
_MARKED = {"a": "áàâäåãą", "e": "éèêëę", "i": "íïîı", "o": "óôöøõ", "u": "úüûů", "c": "çćč", "n": "ñń", "s": "šş", "z": "žż", "l": "ł"}
_ONSET = "b br c ch cl d dr f fl fr g gl gr h j k kl kr l m n p pl pr qu r s sh sl st t th tr v w y z".split()
_VOWEL = "a e i o u a e i o ai ea ee ia io oa".split()
_CODA = ["", "", "", "l", "n", "r", "s", "m", "t", "ck", "nd", "x", "v", "th", "lt", "rn"]


def syllables(rng: random.Random, low: int = 2, high: int = 3) -> str:
    """An invented word with a capital, such as "Trevolin"."""
    word = "".join(pick(rng, _ONSET) + pick(rng, _VOWEL) for _ in range(rng.randint(low, high) - 1))
    word += pick(rng, _ONSET) + pick(rng, _VOWEL) + pick(rng, _CODA)
    if rng.random() < 0.08:  # as in names of many languages, whose letters are several tokens
        at = rng.randrange(len(word))
        word = word[:at] + pick(rng, _MARKED.get(word[at], word[at])) + word[at + 1 :]
    return word.capitalize()


def first_name(rng: random.Random, female: bool) -> str:
    """Half from a list of many countries, half invented: of syllables, or of the beginning and the end of two words, so that all kinds of tokens
    stand in names."""
    if rng.random() < 0.5:
        return pick(rng, WOMEN if female else MEN)
    if rng.random() < 0.4:
        start, end = pick(rng, _PARTS), pick(rng, _PARTS)
        return (start[: rng.randint(2, 5)] + end[-rng.randint(2, 5) :]).capitalize()
    word = syllables(rng, 1, 3)
    ending = pick(rng, ("a", "ia", "ine", "elle", "a", "is", "y") if female else ("o", "us", "en", "ik", "an", "or", "im"))
    return word.rstrip("aeiouy") + ending


def surname(rng: random.Random) -> str:
    return syllables(rng) + pick(rng, ("", "son", "er", "man", "ley", "field", "ski", "ez", "berg"))


CITIES = """London Paris Berlin Madrid Rome Lisbon Porto Dublin Oslo Bergen Stockholm Helsinki Vienna Prague Warsaw Krakow Budapest Athens
Leeds Bristol York Bath Oxford Cambridge Glasgow Edinburgh Cardiff Liverpool Manchester Norwich Boston Chicago Denver Seattle Austin Portland
Toronto Montreal Vancouver Sydney Perth Auckland Tokyo Kyoto Osaka Seoul Hanoi Bangkok Delhi Mumbai Cairo Nairobi Lagos Accra Lima Quito
Bogota Santiago Lyon Nice Lille Nantes Toulouse Bordeaux Geneva Zurich Basel Bern Milan Turin Venice Naples Seville Valencia Bilbao Hamburg
Munich Cologne Dresden Leipzig Utrecht Ghent Bruges Antwerp Malmo Tallinn Riga Vilnius Zagreb Split Ljubljana Sofia Malmö Zürich Göteborg Århus Kraków Łódź Köln Málaga Besançon Reykjavík Tromsø Bogotá""".split()
COUNTRIES = """France Spain Portugal Italy Greece Norway Sweden Finland Denmark Iceland Ireland Scotland Wales Poland Croatia Turkey Morocco
Egypt Kenya Ghana India Nepal Vietnam Japan Korea Australia Canada Mexico Peru Chile Argentina Brazil Cuba Austria Switzerland""".split()


def city(rng: random.Random) -> str:
    if rng.random() < 0.45:
        return pick(rng, CITIES)
    stem = syllables(rng, 1, 2)
    return pick(rng, ("Port ", "Saint ", "New ", "Upper ", "", "", "", "", "", "")) + stem + pick(
        rng, ("", "", "ton", "ford", "ham", "wick", "burg", "ville", "mouth", "dale", "bridge", "by", "stad", "ona", "ino"))


def street(rng: random.Random) -> str:
    stem = pick(rng, ("Oak", "Mill", "Station", "Church", "Garden", "Castle", "River", "Park")) if rng.random() < 0.3 else syllables(rng)
    return stem + " " + pick(rng, ("Street", "Road", "Lane", "Avenue", "Square", "Row", "Close", "Hill"))


def company(rng: random.Random) -> str:
    return syllables(rng, 1, 3) + pick(rng, ("", "", "", " Foods", " Bank", " Labs", " Motors", " Books", " & Sons", "soft", "tec", " Systems"))


def pet_name(rng: random.Random) -> str:
    if rng.random() < 0.4:
        return pick(rng, """Biscuit Pepper Luna Milo Rex Coco Nala Simba Oreo Peanut Shadow Ginger Mochi Waffles Pickle Bella Socks Smokey
Toffee Noodle Patch Bruno Maple Olive Tiger Domino Pip Hazel Cookie Marble Rusty Sparky Willow Fudge Button Clover""".split())
    return syllables(rng, 1, 2)


JOBS = """nurse|teacher|carpenter|plumber|baker|dentist|lawyer|engineer|pilot|farmer|gardener|florist|painter|librarian|chef|waiter|
bus driver|truck driver|train driver|vet|midwife|surgeon|pharmacist|translator|journalist|photographer|accountant|architect|electrician|
mechanic|welder|tailor|hairdresser|postman|firefighter|police officer|judge|social worker|primary school teacher|music teacher|web designer|
software developer|data analyst|physiotherapist|psychologist|biologist|chemist|geologist|astronomer|historian|tour guide|receptionist|
cashier|shop assistant|warehouse worker|crane operator|roofer|mason|glazier|beekeeper|fisherman|sailor|potter|weaver|jeweller|watchmaker|
actor|dancer|singer|violinist|sound engineer|film editor|illustrator|novelist|estate agent|insurance agent|consultant|project manager|
kindergarten teacher|optician|paramedic|radiographer|speech therapist|swimming coach|yoga teacher|zookeeper|park ranger|butcher|
cheesemaker|barista|brewer|goldsmith|locksmith|surveyor|statistician|economist|diplomat|interpreter|call centre agent""".replace("\n", "").split("|")
HOBBIES = """painting|pottery|knitting|chess|climbing|swimming|running|cycling|hiking|sailing|fishing|gardening|baking|singing|dancing|
photography|birdwatching|astronomy|archery|fencing|judo|karate|yoga|table tennis|tennis|badminton|football|basketball|volleyball|handball|
rowing|kayaking|surfing|skiing|ice skating|horse riding|woodworking|sewing|embroidery|calligraphy|origami|beekeeping|foraging|drumming|
juggling|bouldering|geocaching|stamp collecting|model trains|board games|crossword puzzles|video games|poetry|creative writing|theatre|
quilting|drawing|sculpture|jewellery making|restoring old radios|candle making|bookbinding|salsa|ballet|boxing|golf|darts|bowling""".replace("\n", "").split("|")
FOODS = """lasagne|pancakes|sushi|ramen|tacos|curry|dumplings|paella|risotto|pizza|lentil soup|mushroom soup|onion soup|tomato soup|apple pie|
carrot cake|cheesecake|chocolate mousse|lemon tart|waffles|falafel|hummus|couscous|moussaka|goulash|pierogi|fish and chips|shepherd's pie|
roast chicken|grilled salmon|fried rice|pad thai|pho|kimchi|omelette|ratatouille|quiche|gnocchi|ravioli|spaghetti|burritos|chilli|potato salad|
rhubarb crumble|banana bread|rice pudding|ice cream|strawberries|mangoes|cherries|figs|grapes|olives|blue cheese|goat cheese|porridge|
scrambled eggs|noodles|stuffed peppers|cauliflower|spinach pie|bean stew|pumpkin soup|cinnamon rolls|croissants|dark chocolate|popcorn""".replace("\n", "").split("|")
DRINKS = """black coffee|green tea|mint tea|hot chocolate|apple juice|orange juice|lemonade|ginger tea|oat milk latte|espresso|iced tea|
sparkling water|tomato juice|cider|camomile tea|earl grey|cappuccino|coconut water|milk|elderflower cordial""".replace("\n", "").split("|")
ALLERGENS = """peanuts|hazelnuts|walnuts|almonds|shellfish|shrimp|eggs|milk|gluten|soy|sesame|celery|mustard|kiwi|strawberries|peaches|cats|
dogs|horses|pollen|birch pollen|dust|house dust|wasp stings|bee stings|penicillin|aspirin|latex|nickel|mould|wool|grass|feathers|lupins""".replace("\n", "").split("|")
COLOURS = """red|blue|green|yellow|orange|purple|pink|black|white|grey|brown|turquoise|dark blue|light green|beige|violet|silver|gold|
navy blue|olive green|cream|burgundy|mint green|copper|lavender|teal|crimson|ivory""".replace("\n", "").split("|")
ANIMALS = """dog|cat|rabbit|hamster|parrot|budgie|tortoise|guinea pig|goldfish|pony|horse|ferret|gecko|canary|mouse|rat|snake|donkey|goat|hen|
duck|chinchilla|cockatiel|puppy|kitten""".replace("\n", "").split("|")
INSTRUMENTS = """piano|guitar|violin|cello|flute|clarinet|trumpet|trombone|saxophone|drums|harp|accordion|bass|banjo|ukulele|oboe|organ|
recorder|mandolin|harmonica|viola|bagpipes""".replace("\n", "").split("|")
LANGUAGES = """Spanish|Italian|German|Portuguese|Greek|Turkish|Arabic|Japanese|Korean|Mandarin|Russian|Polish|Dutch|Swedish|Norwegian|Finnish|
Hungarian|Czech|Hindi|Swahili|Welsh|Irish|Latin|Hebrew|Vietnamese|Thai|Danish|Basque|Romanian|French""".replace("\n", "").split("|")
SUBJECTS = """biology|chemistry|physics|maths|statistics|history|geography|law|medicine|economics|philosophy|French|English literature|
computer science|art history|anatomy|accounting|psychology|music theory|engineering|linguistics|sociology|marketing|botany|pharmacy|
architecture|astronomy|nursing|geology|veterinary medicine|education""".replace("\n", "").split("|")
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
ILLNESSES = """a cold|the flu|a migraine|a headache|a sore throat|back pain|a bad knee|a sprained ankle|a broken wrist|asthma|diabetes|
hay fever|high blood pressure|a toothache|an ear infection|a stomach bug|a stiff neck|insomnia|eczema|anaemia|tendinitis|vertigo|
a cough|bronchitis|a swollen elbow|sciatica|a torn muscle|low iron|a thyroid problem|arthritis|shingles|heartburn""".replace("\n", "").split("|")
THINGS = """keys|passport|umbrella|glasses|phone charger|scissors|torch|toolbox|wallet|hammer|drill|ladder|suitcase|sleeping bag|tent|bike pump|
spare key|sewing kit|first aid kit|camera|headphones|winter coat|hiking boots|rain jacket|photo album|birth certificate|tax papers|insurance card|
chequebook|recipe book|board games|Christmas lights|vacuum cleaner|iron|ironing board|stapler|tape measure|screwdriver|garden shears|watering can|
swimming goggles|tennis racket|yoga mat|violin case|notebook|diary|laptop|tablet|remote control|spare batteries|light bulbs|candles|matches|
blanket|picnic basket|cool box|thermos|coffee grinder|teapot|cake tin|corkscrew|vaccination card|library card|gift card|wedding ring|
gold earrings|watch|scarf|gloves|hat|slippers|dog lead|cat carrier|paint brushes|glue|wrapping paper|stamps|envelopes|magnifying glass""".replace("\n", "").split("|")
PLACES_HOME = """in the kitchen drawer|in the cellar|in the attic|under the bed|on the top shelf|behind the sofa|in the blue box|in the hall cupboard|
in the garage|next to the front door|in my desk|in the bathroom cabinet|on the windowsill|in the glove compartment|in the car boot|in the shed|
in the left pocket of my coat|in the red suitcase|at the office|under the stairs|in the wardrobe|on the bookshelf|behind the mirror|
in the bottom drawer|in a tin on the fridge|in the laundry basket|in my backpack|on the piano|in the spare room|by the washing machine|
in the green bag|inside the old teapot|under the doormat|in the bedside table|on the balcony|in the pantry""".replace("\n", "").split("|")
_ADJ = """silent golden broken hidden last lost little long cold burning empty distant crooked quiet blue secret salt paper iron glass winter
summer hollow wild gentle northern drowned patient second forgotten""".split()
_NOUN = """river garden house lantern orchard harbour sparrow mountain letter island clockmaker winter bridge forest train daughter shadow
window lighthouse fox kitchen sea map tower village mirror stranger piano kingdom storm""".split()


def title(rng: random.Random) -> str:
    """An invented title of a book, film or song."""
    shape = rng.random()
    noun, adj = pick(rng, _NOUN).capitalize(), pick(rng, _ADJ).capitalize()
    if shape < 0.4:
        return f"The {adj} {noun}"
    if shape < 0.6:
        return f"The {noun} of {syllables(rng, 1, 2)}"
    if shape < 0.8:
        return f"{adj} {noun}s"
    return syllables(rng, 2, 3)


def clock(rng: random.Random) -> str:
    shape = rng.random()
    hour = rng.randint(1, 12)
    if shape < 0.3:
        return f"{hour}"
    if shape < 0.5:
        return f"{hour} o'clock"
    if shape < 0.6:
        return f"half past {pick(rng, 'one two three four five six seven eight nine ten eleven'.split())}"
    if shape < 0.8:
        return f"{hour}:{pick(rng, ('15', '30', '45', '10', '20', '40', '50'))}"
    return f"{hour} {pick(rng, ('am', 'pm'))}"


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def date(rng: random.Random) -> str:
    """A day of the year, as people write it."""
    number, month = rng.randint(1, 30), pick(rng, MONTHS)
    return pick(rng, (f"{number} {month}", f"the {ordinal(number)} of {month}", f"{month} {ordinal(number)}", f"{month} {number}"))


def day(rng: random.Random) -> str:
    """A day of the near future, with its preposition: "on Friday", "next week"."""
    shape = rng.random()
    if shape < 0.45:
        return "on " + pick(rng, DAYS)
    if shape < 0.6:
        return "next " + pick(rng, DAYS)
    if shape < 0.75:
        return "on " + date(rng)
    if shape < 0.9:
        return "in " + pick(rng, MONTHS)
    return pick(rng, ("tomorrow", "next week", "next month", "this weekend", "in two weeks", "in three days"))


NUMBER_WORDS = """zero one two three four five six seven eight nine ten eleven twelve""".split()


def code(rng: random.Random) -> str:
    return "".join(str(rng.randint(0, 9)) for _ in range(rng.randint(3, 6)))
_PARTS = sorted({word for group in (WOMEN, MEN, CITIES, COUNTRIES, JOBS, HOBBIES, FOODS, DRINKS, ANIMALS, INSTRUMENTS, THINGS, _ADJ, _NOUN)
                 for word in re.findall(r"[^\W\d_]{4,}", " ".join(group).lower())})
