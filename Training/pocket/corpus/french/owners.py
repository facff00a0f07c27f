# SPDX-License-Identifier: Apache-2.0
"""The people, pets and things that a user may speak of as his or hers."""
import random

from . import names
from .facts import Owner

PEOPLE = (
    ("sœur f,frère m,mère f,père m,cousine f,cousin m,tante f,oncle m,grand-mère f,grand-père m,fille f,fils m,voisine f,voisin m,"
     "collègue f,collègue m,amie f,ami m,copine f,copain m,chef m,cheffe f,nièce f,neveu m,belle-mère f,beau-père m,belle-sœur f,"
     "beau-frère m,femme f,mari m,compagne f,compagnon m,marraine f,parrain m,filleule f,filleul m,professeure de chant f,"
     "professeur de piano m,colocataire f,colocataire m,meilleure amie f,meilleur ami m,grande sœur f,petit frère m,petite sœur f,"
     "grand frère m,coach m,kiné m,médecin m,dentiste f,nounou f,propriétaire m,locataire f,associé m,stagiaire f,correspondante f,"
     "voisine du dessus f,voisin d'en face m,amie d'enfance f,ami d'enfance m,collègue de bureau m,patronne f,petite-fille f,petit-fils m,"
     "belle-fille f,gendre m,demi-sœur f,demi-frère m,arrière-grand-mère f,coiffeuse f,facteur m,prof de yoga f,partenaire de danse m,"
     "maman f,papa m,mamie f,papi m,tata f,tonton m,fiancée f,fiancé m,ex-collègue f,tutrice f,élève m,cheffe de chorale f,jumelle f")
)
PETS = (
    "chat m,chatte f,chien m,chienne f,lapin m,lapine f,tortue f,perruche f,canari m,cochon d'Inde m,poney m,jument f,poule f,furet m,"
    "perroquet m,souris f,chèvre f,âne m,poisson rouge m,gecko m,rat m,cheval m,oie f,chinchilla m,chaton m,chiot m,gerbille f,mouton m"
)
THINGS = (
    "vélo m,voiture f,vieux manteau m,guitare f,tente f,canapé m,sac à dos m,trottinette f,appareil photo m,ordinateur m,valise f,"
    "écharpe f,montre f,théière f,machine à coudre f,caravane f,casque m,piano m,lampe de bureau f,parapluie m,carnet m,passeport m,"
    "perceuse f,bague f,tapis m,échelle f,scooter m,barque f,tablette f,couverture f,bonnet m,planche de surf f,commode f,tondeuse f,"
    "collier m,horloge f,violon m,fauteuil m,cafetière f,imprimante f,agenda m,boussole f,sacoche f,raquette f,luge f,"
    "machine à pain f,télescope m,lecteur de disques m,vase m,portefeuille m,clé de cave f,carte de bus f,certificat m"
)


def _split(text: str) -> list[tuple[str, str]]:
    return [tuple(entry.rsplit(" ", 1)) for entry in text.split(",")]


NOUNS = {"person": _split(PEOPLE), "pet": _split(PETS), "thing": _split(THINGS)}


def owner(rng: random.Random, sort: str, named: float = 0.0) -> Owner:
    """Somebody or something of the user's, with a first name after the noun as often as `named` says."""
    noun, gender = rng.choice(NOUNS[sort])
    own_name = ""
    if rng.random() < named:
        own_name = names.pet(rng) if sort == "pet" else names.name(rng, gender)
    return Owner(noun, gender, sort, own_name)


def several(rng: random.Random, sort: str, count: int) -> list[Owner]:
    """Different ones of a sort; no noun twice, and no noun inside another."""
    found: list[Owner] = []
    while len(found) < count:
        one = owner(rng, sort)
        if not any(alike(one.noun, other.noun) for other in found):
            found.append(one)
    return found


FAMILIAR = {"maman": "mère", "papa": "père", "mamie": "grand-mère", "papi": "grand-père", "tata": "tante", "tonton": "oncle",
            "copine": "amie", "copain": "ami", "patronne": "cheffe", "jumelle": "sœur", "compagne": "femme", "compagnon": "mari",
            "fiancée": "compagne", "fiancé": "compagnon", "petite-fille": "petite fille", "belle-fille": "belle fille"}


def alike(one: str, other: str) -> bool:
    """Whether two nouns may mean the same person or thing."""
    one, other = FAMILIAR.get(one, one), FAMILIAR.get(other, other)
    return one in other or other in one
