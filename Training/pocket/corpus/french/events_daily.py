# SPDX-License-Identifier: Apache-2.0
"""More of what happens to people, in the lines that `events.py` describes: daily life, school, house, sport, mishaps."""

LINES = """
events + {je} {ai} terminé {mon} premier tricot
events = {je} {ai} changé de coiffure <passé>
events - {je} {ai} oublié {mes} clés chez <prénom>
events - {je} {ai} renversé du café sur {mon} clavier
events = {je} {ai} dormi chez <prénom> <passé>
events + {je} {ai} reçu une lettre de <prénom>
events - {mon:vol} pour <ville> a été annulé
events - {je} {me} {suis} perdu{e} dans les rues de <ville>
events + {je} {ai} chanté devant tout le monde <passé>
events = {je} {ai} donné {mes} vieux livres à <prénom>
events = {je} {ai} participé à <fête> <passé>
events + {je} {ai} fini de rembourser {mon} prêt
events - {mon:jardin} a été inondé <passé>
events - quelqu'un a rayé [ma voiture|ta voiture|la voiture de l'utilisateur] <passé>
events = {je} {ai} jeté {mes} vieux cahiers
events + {je} {ai} battu {mon} record à la course
events = {je} {ai} regardé « <film> » avec <prénom>
events = {je} {ai} commencé « <film> », un roman
events + {je} {ai} appris à faire <plat>
events = {je} {ai} ramassé des champignons avec <prénom>
events ! un inconnu [m'a suivi|t'a suivi|a suivi l'utilisateur]{e} <passé>
events + {je} {ai} aidé <prénom> à déménager
events - {je} {ai} manqué l'anniversaire de <prénom>
events = {je} {ai} croisé {mon} ancien professeur <passé>
events + {mon:f équipe} a gagné <passé>
events = {je} {ai} passé la journée <à lieu>
events - {mon:réveil} est tombé en panne <passé>
events + {je} {ai} publié {mon} premier livre
plans > {je} {prends} le train pour <ville> <jour>
plans > {je} {vais} au marché avec <prénom> <avenir>
plans > {je} {dois} passer à la banque <avenir>
plans > {je} {vais} dormir chez <prénom> <avenir>
plans > {je} compte~ inviter <prénom> <avenir>
plans > {je} {ai} prévu de <projet> <avenir>
plans > {je} {dois} renouveler {mon} passeport <avenir>
plans > {je} {ai} des places pour un concert <avenir>
plans > {je} visite~ un appartement à <ville> <jour>
plans > {je} fête~ Noël chez <prénom>
plans > {je} {prends} {ma} retraite <avenir>
plans > {je} {veux} apprendre <langue>
plans > {je} rêve~ de partir <pays>
plans > {je} {vais} courir avec <prénom> <avenir>
plans > {je} [reprends|reprends|reprend] les cours <avenir>
plans > {je} {vais} donner {mon} sang <avenir>
plans > {je} {dois} nourrir le chat de <prénom> <avenir>
plans > {je} {ai} inscrit {ma} fille au judo
plans > {je} prépare~ une surprise pour <prénom>
plans > {je} {vais} peindre {mon} salon en <couleur>
work = {je} dirige~ une équipe de <petit> personnes
work = {je} donne~ des cours de maths le <semaine>
work = {je} travaille~ à mi-temps depuis <durée>
work = {je} {suis} bénévole dans un refuge
work + {mon:projet} a été accepté chez <boîte>
work ! {je} {ai} un nouveau chef depuis <durée>
work - {ma:promotion} a été refusée
work = {je} {suis} en formation à <ville>
work = {je} [écris|écris|écrit] une thèse en histoire
work ! {je} {dois} parler devant <nombre> personnes <jour>
work = {je} [vends|vends|vend] {mes} confitures au marché
work + {je} {ai} lancé {ma} propre boîte, <boîte>
work = {je} répare~ des vélos à <ville>
work = {je} {suis} au lycée à <ville>
work ! {je} passe~ le bac <avenir>
health ! {je} {ai} très mal dormi <passé>
health ! {je} {ai} fait un malaise <passé>
health = {je} {suis} diabétique depuis <durée>
health + {je} {ai} perdu <petit> kilos
health ! {je} {ai} une opération du genou <avenir>
health = {je} porte~ un appareil dentaire
health ! {je} tousse~ depuis <petit> jours
health + {je} {ai} repris le sport <passé>
health ! {je} {ai} <petit> mois de grossesse
health = {je} {fais} du yoga pour {mon} dos
health + {mon:médecin} [me déclare|te déclare|déclare l'utilisateur] guéri{e}
health ! {je} {me} {suis} brûlé{e} la main <passé>
feelings - {je} {me} [sens|sens|sent] incompris{e} chez {moi}
feelings + {je} {suis} reconnaissant{e} envers <prénom>
feelings ! {je} {ai} peur de perdre {mon} travail
feelings + {je} {me} [sens|sens|sent] enfin à {ma} place
feelings - {je} {ai} le cœur brisé depuis <durée>
feelings ! {je} {suis} nerveux/nerveuse avant {mon} rendez-vous
feelings + {je} {suis} ravi{e} de {mon} voyage à <ville>
feelings - {je} {ai} honte d'avoir menti à <prénom>
feelings ! {je} doute~ de {moi} en ce moment
feelings - {je} {me} [sens|sens|sent] trahi{e} par <prénom>
preferences = {je} préfère~ le train à l'avion
preferences = {je} adore~ [me|te|se] promener <à lieu>
preferences = {je} {suis} fan <de musique>
preferences = {je} mange~ <de plat> tous les <semaine>s
preferences = {je} préfère~ <saison>
preferences = {ma:couleur préférée} est le <couleur>
preferences = {je} {me} détend[s|s|] avec <loisir>
preferences = {je} dessine~ tous les soirs
preferences = {je} [lis|lis|lit] le journal chaque matin
preferences = {je} [sors|sors|sort] danser le <semaine>
preferences = {je} {prends} {mon} café avec du sucre
preferences = {je} {ai} horreur <de peur>
places = {je} {suis} né{e} près de <ville>
places = {je} passe~ l'été à <ville>
places = {mon:frère} habite à côté de <ville>
places = {je} {suis} hébergé{e} chez <prénom>
places = {je} retourne~ à <ville> chaque été
places + {je} {ai} acheté une maison à <ville>
places = {je} fréquente~ un café près <de larue>
people = {je} {suis} fils unique
people = {mon:mari} <lui> est <boulot>
people = {ma:fille} <elle> étudie <études>
people = {je} [sors|sors|sort] avec <prénom> depuis <durée>
people = {ma:mère} vient de <ville>
people = {mon:chat} <animal> a <petit> ans
people = {je} {ai} une sœur qui vit à <ville>
people = {je} {ai} grandi avec <petit> frères
people = {mon:meilleur ami} s'appelle <lui>
people + {mon:fils} <lui> a marché pour la première fois <passé>
people = {je} parle~ souvent à {ma} voisine <elle>
people = {mon:ex} s'appelle <prénom>
"""
