# SPDX-License-Identifier: Apache-2.0
"""More of what happens to people, in the lines that `events.py` describes: daily life, school, house, sport, mishaps."""

LINES = """
events + {je} {ai} terminé {mon} premier tricot # Premier tricot terminé
events = {je} {ai} changé de coiffure <passé> # Nouvelle coiffure
events - {je} {ai} oublié {mes} clés chez <prénom> # Clés oubliées chez <prénom>
events - {je} {ai} renversé du café sur {mon} clavier # Café sur le clavier
events = {je} {ai} dormi chez <prénom> <passé> # Nuit chez <prénom>
events + {je} {ai} reçu une lettre de <prénom> # Lettre de <prénom>
events - {mon:vol} pour <ville> a été annulé # Vol annulé pour <ville>
events - {je} {me} {suis} perdu{e} dans les rues de <ville> # Perdu à <ville>
events + {je} {ai} chanté devant tout le monde <passé> # Chanter en public
events = {je} {ai} donné {mes} vieux livres à <prénom> # Don de livres
events = {je} {ai} participé à <fête> <passé> # Participation à <fête>
events + {je} {ai} fini de rembourser {mon} prêt # Fin du prêt
events - {mon:jardin} a été inondé <passé> # Jardin inondé
events - quelqu'un a rayé [ma voiture|ta voiture|la voiture de l'utilisateur] <passé> # Voiture rayée
events = {je} {ai} jeté {mes} vieux cahiers # Tri des vieux cahiers
events + {je} {ai} battu {mon} record à la course # Record battu
events = {je} {ai} regardé « <film> » avec <prénom> # Film <film>
events = {je} {ai} commencé « <film> », un roman # Lecture : <film>
events + {je} {ai} appris à faire <plat> # Apprendre une recette
events = {je} {ai} ramassé des champignons avec <prénom> # Champignons avec <prénom>
events ! un inconnu [m'a suivi|t'a suivi|a suivi l'utilisateur]{e} <passé> # Suivi dans la rue
events + {je} {ai} aidé <prénom> à déménager # Déménagement de <prénom>
events - {je} {ai} manqué l'anniversaire de <prénom> # Anniversaire manqué de <prénom>
events = {je} {ai} croisé {mon} ancien professeur <passé> # Rencontre avec un professeur
events + {mon:f équipe} a gagné <passé> # Victoire de l'équipe
events = {je} {ai} passé la journée <à lieu> # Journée <à lieu>
events - {mon:réveil} est tombé en panne <passé> # Panne de réveil
events + {je} {ai} publié {mon} premier livre # Premier livre publié
plans > {je} {prends} le train pour <ville> <jour> # Train pour <ville>
plans > {je} {vais} au marché avec <prénom> <avenir> # Marché avec <prénom>
plans > {je} {dois} passer à la banque <avenir> # Passage à la banque
plans > {je} {vais} dormir chez <prénom> <avenir> # Nuit chez <prénom>
plans > {je} compte~ inviter <prénom> <avenir> # Invitation à <prénom>
plans > {je} {ai} prévu de <projet> <avenir> # Prévu : <projet>
plans > {je} {dois} renouveler {mon} passeport <avenir> # Passeport à renouveler
plans > {je} {ai} des places pour un concert <avenir> # Places de concert
plans > {je} visite~ un appartement à <ville> <jour> # Visite d'appartement à <ville>
plans > {je} fête~ Noël chez <prénom> # Noël chez <prénom>
plans > {je} {prends} {ma} retraite <avenir> # Départ à la retraite
plans > {je} {veux} apprendre <langue> # Apprendre <langue>
plans > {je} rêve~ de partir <pays> # Rêve de voyage
plans > {je} {vais} courir avec <prénom> <avenir> # Course avec <prénom>
plans > {je} [reprends|reprends|reprend] les cours <avenir> # Reprise des cours
plans > {je} {vais} donner {mon} sang <avenir> # Don du sang
plans > {je} {dois} nourrir le chat de <prénom> <avenir> # Le chat de <prénom>
plans > {je} {ai} inscrit {ma} fille au judo # Judo pour la fille
plans > {je} prépare~ une surprise pour <prénom> # Surprise pour <prénom>
plans > {je} {vais} peindre {mon} salon en <couleur> # Salon en <couleur>
work = {je} dirige~ une équipe de <petit> personnes # Équipe de <petit> personnes
work = {je} donne~ des cours de maths le <semaine> # Cours de maths
work = {je} travaille~ à mi-temps depuis <durée> # Travail à mi-temps
work = {je} {suis} bénévole dans un refuge # Bénévolat au refuge
work + {mon:projet} a été accepté chez <boîte> # Projet accepté chez <boîte>
work ! {je} {ai} un nouveau chef depuis <durée> # Nouveau chef
work - {ma:promotion} a été refusée # Promotion refusée
work = {je} {suis} en formation à <ville> # Formation à <ville>
work = {je} [écris|écris|écrit] une thèse en histoire # Thèse en histoire
work ! {je} {dois} parler devant <nombre> personnes <jour> # Prise de parole en public
work = {je} [vends|vends|vend] {mes} confitures au marché # Confitures au marché
work + {je} {ai} lancé {ma} propre boîte, <boîte> # Lancement de <boîte>
work = {je} répare~ des vélos à <ville> # Réparation de vélos
work = {je} {suis} au lycée à <ville> # Lycée à <ville>
work ! {je} passe~ le bac <avenir> # Bac à passer
health ! {je} {ai} très mal dormi <passé> # Mauvaise nuit
health ! {je} {ai} fait un malaise <passé> # Malaise à raconter
health = {je} {suis} diabétique depuis <durée> # Vie avec le diabète
health + {je} {ai} perdu <petit> kilos # Perte de <petit> kilos
health ! {je} {ai} une opération du genou <avenir> # Opération prévue
health = {je} porte~ un appareil dentaire # Appareil dentaire
health ! {je} tousse~ depuis <petit> jours # Toux depuis <petit> jours
health + {je} {ai} repris le sport <passé> # Reprise du sport
health ! {je} {ai} <petit> mois de grossesse # Grossesse en cours
health = {je} {fais} du yoga pour {mon} dos # Yoga pour le dos
health + {mon:médecin} [me déclare|te déclare|déclare l'utilisateur] guéri{e} # Annonce de guérison
health ! {je} {me} {suis} brûlé{e} la main <passé> # Brûlure à la main
feelings - {je} {me} [sens|sens|sent] incompris{e} chez {moi} # Sentiment d'être incompris
feelings + {je} {suis} reconnaissant{e} envers <prénom> # Gratitude envers <prénom>
feelings ! {je} {ai} peur de perdre {mon} travail # Peur de perdre son travail
feelings + {je} {me} [sens|sens|sent] enfin à {ma} place # Se sentir à sa place
feelings - {je} {ai} le cœur brisé depuis <durée> # Cœur brisé
feelings ! {je} {suis} nerveux/nerveuse avant {mon} rendez-vous # Nervosité avant un rendez-vous
feelings + {je} {suis} ravi{e} de {mon} voyage à <ville> # Joie du voyage à <ville>
feelings - {je} {ai} honte d'avoir menti à <prénom> # Mensonge à <prénom>
feelings ! {je} doute~ de {moi} en ce moment # Manque de confiance
feelings - {je} {me} [sens|sens|sent] trahi{e} par <prénom> # Trahison de <prénom>
preferences = {je} préfère~ le train à l'avion # Train plutôt que l'avion
preferences = {je} adore~ [me|te|se] promener <à lieu> # Promenades <à lieu>
preferences = {je} {suis} fan <de musique> # Fan de musique
preferences = {je} mange~ <de plat> tous les <semaine>s # Repas du <semaine>
preferences = {je} préfère~ <saison> # Saison préférée : <saison>
preferences = {ma:couleur préférée} est le <couleur> # Couleur préférée : <couleur>
preferences = {je} {me} détend[s|s|] avec <loisir> # Détente avec <loisir>
preferences = {je} dessine~ tous les soirs # Dessin du soir
preferences = {je} [lis|lis|lit] le journal chaque matin # Lecture du journal
preferences = {je} [sors|sors|sort] danser le <semaine> # Danse du <semaine>
preferences = {je} {prends} {mon} café avec du sucre # Café sucré
preferences = {je} {ai} horreur <de peur> # Horreur <de peur>
places = {je} {suis} né{e} près de <ville> # Naissance près de <ville>
places = {je} passe~ l'été à <ville> # Été à <ville>
places = {mon:frère} habite à côté de <ville> # Le frère près de <ville>
places = {je} {suis} hébergé{e} chez <prénom> # Hébergement chez <prénom>
places = {je} retourne~ à <ville> chaque été # Retour à <ville>
places + {je} {ai} acheté une maison à <ville> # Maison achetée à <ville>
places = {je} fréquente~ un café près <de larue> # Café du quartier
people = {je} {suis} fils unique # Famille avec un enfant
people = {mon:mari} <lui> est <boulot> # Le mari <lui>
people = {ma:fille} <elle> étudie <études> # Études de <elle>
people = {je} [sors|sors|sort] avec <prénom> depuis <durée> # Relation avec <prénom>
people = {ma:mère} vient de <ville> # Origines de la mère
people = {mon:chat} <animal> a <petit> ans # Le chat <animal>
people = {je} {ai} une sœur qui vit à <ville> # La sœur à <ville>
people = {je} {ai} grandi avec <petit> frères # Famille de <petit> frères
people = {mon:meilleur ami} s'appelle <lui> # Le meilleur ami <lui>
people + {mon:fils} <lui> a marché pour la première fois <passé> # Premiers pas de <lui>
people = {je} parle~ souvent à {ma} voisine <elle> # La voisine <elle>
people = {mon:ex} s'appelle <prénom> # L'ex <prénom>
"""
