# SPDX-License-Identifier: Apache-2.0
"""Names of people, pets, places and firms: long lists of real ones, and many more put together from syllables."""
import random

WOMEN = (
    "Mara Léa Inès Chloé Camille Sarah Jeanne Louise Margaux Zoé Lucie Manon Élise Agathe Alice Anaïs Clara Nina Salomé Maëlle"
    " Fatou Aïcha Samira Leïla Nadia Yasmine Khadija Aminata Mariam Rokia Linh Mei Yuki Priya Anjali Sofia Elena Irina Olga Ana"
    " Carmen Lucia Bianca Giulia Paola Marta Ingrid Astrid Freya Solveig Brigitte Monique Colette Simone Suzanne Paulette Odette"
    " Geneviève Martine Sylvie Nathalie Sandrine Valérie Delphine Céline Aurélie Émilie Mathilde Noémie Clémence Apolline Capucine"
    " Rose Violette Iris Flora Jade Ambre Romane Lola Lina Mila Eva Juliette Charlotte Victoire Adèle Constance Blanche Léonie"
    " Thérèse Yvonne Denise Josiane Ginette Huguette Ophélie Coralie Mélanie Gaëlle Morgane Nolwenn Rozenn Enora Tiphaine Solène"
    " Perrine Bérénice Ariane Cassandre Daphné Rachel Esther Judith Myriam Noa Talia Dounia Soraya Malika Zineb Hélène Hortense"
).split()
MEN = (
    "Paul Théo Lucas Nathan Louis Jules Arthur Gabriel Raphaël Adam Noé Maël Sacha Gaspard Basile Anatole Augustin Victor"
    " Malik Karim Youssef Omar Samir Bilal Idriss Mamadou Ousmane Sékou Moussa Ibrahima Minh Kenji Wei Ravi Arjun Dmitri Ivan"
    " Piotr Marek Pablo Diego Javier Marco Luca Matteo Enzo Lars Sven Nils Erik Bernard Gérard Michel Jacques Roger Marcel André"
    " René Lucien Fernand Raymond Philippe Christophe Stéphane Laurent Thierry Pascal Olivier Frédéric Sébastien Guillaume Mathieu"
    " Julien Nicolas Antoine Benoît Damien Fabien Cédric Ludovic Jérôme Loïc Yann Erwan Gwenaël Ronan Tanguy Corentin Tristan"
    " Quentin Valentin Clément Simon Samuel David Élie Isaac Jonas Joseph Aaron Zacharie Côme Félix Oscar Marius Léon Achille"
    " Ernest Edgar Eliott Timothée Barnabé Balthazar Aurélien Bastien Florian Romain Xavier Yves Denis Gilles Alain Serge Henri"
).split()
PETS = (
    "Moka Réglisse Caramel Biscuit Praline Nougat Cannelle Pistache Noisette Vanille Papaye Cachou Gribouille Filou Pirate Câlin"
    " Zorro Ulysse Merlin Plume Perle Étoile Brume Orage Flocon Cendre Charbon Tigrou Minette Patapouf Pompon Kiwi Mangue Radis"
    " Cornichon Poivre Safran Gingembre Olive Figaro Maestro Sonate Boléro Tango Rumba Bulle Galet Lichen Mousse Fougère Tornade"
    " Pépite Rubis Jaspe Onyx Saturne Vénus Pluton Comète Cosmos Loki Odin Nala Simba Rex Médor Milou Gaufre Crêpe Tartine"
).split()
SURNAMES = (
    "Morel Lambert Garnier Faure Rousseau Blanc Guérin Boyer Chevalier Perrin Masson Dufour Mercier Lemoine Renaud Barbier Giraud"
    " Picard Leroux Colin Vidal Caron Aubert Rolland Besson Diallo Traoré Benali Haddad Nguyen Pereira Costa Rossi Kowalski Schmitt"
    " Kervella Le-Goff Etcheverry Vasseur Delattre Marchetti Oliveira Cissé Belkacem Ferrand Pasquier Tessier Maillard Roussel"
).replace("Le-Goff", "Legoff").split()
CITIES = (
    "Lyon Lille Nantes Rennes Toulouse Bordeaux Strasbourg Grenoble Dijon Brest Quimper Limoges Tours Orléans Angers Reims Metz"
    " Nancy Colmar Mulhouse Besançon Annecy Chambéry Valence Avignon Arles Nîmes Montpellier Perpignan Pau Bayonne Biarritz Agen"
    " Albi Rodez Aurillac Clermont-Ferrand Nevers Bourges Poitiers Niort Vannes Lorient Caen Rouen Amiens Arras Calais Dunkerque"
    " Bruxelles Liège Namur Gand Anvers Genève Lausanne Fribourg Neuchâtel Montréal Québec Sherbrooke Dakar Abidjan Tunis Rabat"
    " Lisbonne Porto Madrid Séville Barcelone Rome Turin Milan Naples Palerme Vienne Prague Berlin Hambourg Munich Cologne Oslo"
    " Copenhague Stockholm Helsinki Dublin Édimbourg Londres Athènes Istanbul Cracovie Budapest Marseille Paris Nice Toulon Ajaccio"
).split()

OPENERS = (
    "B Br C Cl D Dr F Fl G Gr J K L M N P Pr R S T Tr V Z Th Bal Bel Cal Cor Dal Del Fal Far Gal Gil Jor Kal Kel Lor Mal Mar Mel"
    " Nol Or Al El Il Os Ar Am An Er Pal Per Ral Ros Sal Sel Sol Tal Tar Til Val Vel Ver Vil Zel Zor Ja Lé Ma Mé Né Ta Ti Vi Zé"
).split()
MIDDLES = "a a a e é é i i o o u ari eli ila ona ori".split() * 3 + "ö ü ï ë ø å".split()  # the last as neighbours spell
CONSONANTS = "l m n r v d s z b t c l m n r nd st rd th".split()
HER = "a ine elle ée ie ane ia ette ise éa ora ina aude ys ange oé".split()
HIS = "o an en ir ond ic el ien ar ès ix or aud in is éo al ert".split()


def assembled(rng: random.Random, endings: list[str]) -> str:
    opener = rng.choice(OPENERS)
    parts = [opener]
    if opener[-1] not in "aeiouéè":
        parts.append(rng.choice(MIDDLES))
    parts += [rng.choice(CONSONANTS), rng.choice(endings)]
    return "".join(parts)


_PARTS = [word.lower() for word in (*WOMEN, *MEN, *PETS, *SURNAMES, *CITIES) if len(word) > 3 and word.isalpha()]


def name(rng: random.Random, gender: str | None = None) -> str:
    """A first name; nearly half of them nobody ever bore, so that only copying finds them again."""
    gender = gender or rng.choice("fm")
    if rng.random() < 0.55:
        return rng.choice(WOMEN if gender == "f" else MEN)
    if rng.random() < 0.4:  # all kinds of tokens stand in names
        return (rng.choice(_PARTS)[: rng.randint(2, 5)] + rng.choice(_PARTS)[-rng.randint(2, 5) :]).capitalize()
    return assembled(rng, HER if gender == "f" else HIS)


def surname(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return rng.choice(SURNAMES)
    return assembled(rng, "ier ard eau on et in ot oux aud ac ec mann ski ez elli ane".split())


def pet(rng: random.Random) -> str:
    roll = rng.random()
    if roll < 0.55:
        return rng.choice(PETS)
    return assembled(rng, HER + HIS) if roll < 0.85 else name(rng)


def city(rng: random.Random) -> str:
    """A town; a third of them villages on no map."""
    roll = rng.random()
    if roll < 0.65:
        return rng.choice(CITIES)
    stem = assembled(rng, "ac ay ey igny ville court y ois azac ens olles ans eux ec".split())
    if roll < 0.85:
        return stem
    if roll < 0.93:
        return f"{stem}-sur-{rng.choice(['Loire', 'Mer', 'Seine', 'Orne', 'Sarthe', 'Marne', 'Vilaine'])}"
    return f"Saint-{rng.choice(MEN)}-{rng.choice(['des-Bois', 'du-Lac', 'la-Rivière', 'le-Vieux', 'en-Plaine'])}"


def firm(rng: random.Random) -> str:
    stem = assembled(rng, "a ex on is ium or ys éo um ia ics".split())
    shape = rng.choice(["{0}", "{0}", "{0}", "{1} et fils", "{1}", "{0} Conseil", "Atelier {1}", "{0} Santé", "Maison {1}", "{0}tech"])
    return shape.format(stem, surname(rng))


def street(rng: random.Random) -> str:
    way = rng.choice(["rue", "rue", "rue", "avenue", "allée", "place", "impasse", "chemin", "boulevard", "quai", "passage"])
    whose = rng.choice(
        ["des Lilas", "des Tilleuls", "du Moulin", "de la Gare", "du Lavoir", "des Acacias", "de la Fontaine", "du Four", "des Merles",
         "de la Liberté", "du Port", "des Tanneurs", "du Puits", "des Cordeliers", "de la Paix", "du Verger", "des Orfèvres",
         surname(rng), f"{name(rng)}-{surname(rng)}", f"{name(rng)} {surname(rng)}"]
    )
    return f"{way} {whose}"


def the_street(rng: random.Random) -> str:
    """A street with its article: *la rue des Lilas*, *le quai Morel*."""
    name_of = street(rng)
    if name_of[0] in "aeiou":
        return "l'" + name_of
    return ("la " if name_of.startswith(("rue", "place")) else "le ") + name_of
