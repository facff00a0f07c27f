// SPDX-License-Identifier: Apache-2.0

extension CareRules {
    static let english = """
        kill|killing myself
        hang|hanging|drown|drowning|shoot|shooting|poison|poisoning|unalive|unaliving|starve|starving myself
        cutting|burning|scratching myself
        tried|trying|try to hurt|harm|cut|burn|injure myself
        cut|hurt|harmed|burned|burnt myself last night $|and|because|again
        cut|burn myself again
        want|wanna|going|gonna|will|might|could|urge|like|thinking|thought|thoughts|keep|kept|plan|planning|about|tempted|need|impulse ~5 hurt|hurting|harm|harming|cut|burn|injure|injuring myself
        want|wanna|going|gonna|urge|thinking|thought|thoughts|tempted|about ~4 self harm|harming
        self harm|harmed|harming again
        started|start|starting|been|keep self harming
        i|m|im ~2 self harm|harming
        end|ending|take|taking my own? life
        end|ending it all
        end|ending my misery|suffering
        want|wanna|going|gonna|im|m|am to? end|ending it tonight|today|now|soon|myself
        might|should|will|ll|could ~1 end it tonight|myself
        want|wanna|wana|going|gonna|might|could|should|will to? off myself
        blow|blowing my brains|head out|off
        put|putting a bullet in|through my? head|brain|brains|skull|heart|mouth|temple|chest|me|myself
        i cut|hurt|harm myself $
        cut|cutting|hurt|hurting|harm|harmed|harming|burn|burned|burning myself ~4 on purpose
        i cut|hurt|harm|burn myself every|most night|nights|day|days|week
        hurt|cut|burn|burned|burnt|harm|harmed myself ~3 to feel|cope
        cut|cutting|hurt|hurting|burn|burned|burning|harm|harming myself ~3 knife|knives|blade|blades|razor|razors|scissors|scalpel|lighter|cigarette|cigarettes
        i cut|hurt|harm|burn myself when|whenever|if i ~2 feel|sad|numb|angry|lonely|alone|anxious|upset|stressed|hate|cry
        i cut|hurt|harm|burn myself because i hate|feel|deserve
        i cut|hurt|harm|burn myself to calm|punish|forget|relax
        been|started|start|keep|kept cutting again|$ $
        i|m|im|am|feel|feeling|been|being|so|really suicidal
        suicidal thoughts|ideation|feelings|again|urges|urge|impulses|plan|plans|tendencies
        i|im|ill|ive|id ~6 commit|committing|attempt|attempting|considering|contemplating|attempted suicide
        thinking|think|thought|thoughts|plan|planning|about|considered of|about|my? suicide
        my suicide
        write|writing|wrote|written ~3 suicide note
        want|wanna|wana|wish|ready|rather|prefer|hope|wanting|trying|need|going|gonna to? ~1 die
        dying|death|dead is all i want|wanted|need
        all i want|wanted|need ~1 is ~2 die|death
        deserve|deserved to die $
        dont|not deserve to live|exist|be $|anymore|any|alive
        i should ~2 die|dead $
        i might|may as well be? die|dead $
        dream|dreaming|dreamt|fantasise|fantasize|fantasising|fantasizing of|about dying $
        think|thinking about|of dying|death every|all|constantly|daily
        i|id d? rather be dead
        wish|wished i|id was|were|am|be dead
        wish|wished ~8 and i was|were dead $
        wish|wished ~2 car|truck|bus|train|lorry had? hit|killed me $|and|instead|properly
        wish|wished i|id had|d? never|not been born
        wish|wished i|id was|were never born
        better off dead
        better off without me
        better ~2 if i was|were|am dead|gone
        better without me $|anyway|around|alive
        dont|not|no want|wanna|wish to? be alive|here anymore|any
        dont|not want|wanna to? be alive
        dont|not want|wanna|wana to? live anymore|any|$
        want|wanna out of this|my life|world $|anymore|now|tonight|and|so|i|because|already
        dont|not want|wanna to? live like this
        dont|not|never want|wanna to? wake|waking up $
        dont|not|never want|wanna to? wake|waking up to another|this|a ~1 day|life|world|morning
        dont|not want|wanna to? wake|waking up anymore|again|tomorrow|ever
        dont|not want|wanna to? wake|waking up at all
        wish|hope ~4 not|never|nt wake up
        sleep|asleep and|then not|never wake
        wish|hope ~3 dont|wont|didnt|wouldnt wake up
        no|any reason|point to|in live|living|life $
        see|seeing the|a point of|in living|life $|anymore|any|like
        no|any reason|point to|in live|living anymore|any
        nothing|nobody left? to live for
        tired|sick|done of|with living|life $
        tired|sick|done of|with living|life anymore|any|like
        tired|sick|done of|with being alive
        life isnt|not|is|s not|isnt? worth living
        cant|cannot go|keep on living
        cant|cannot go on $
        cant|cannot go on anymore|any
        jump|jumping|throw|throwing ~1 off|from|in|under|front ~3 bridge|roof|building|train|window|cliff|balcony
        want|wanna|wana|going|gonna|will|might|thinking|about ~2 jump|jumping|throw|throwing myself? off|from|out the|a|my ~2 floor|ledge|overpass|balcony
        slit|slitting|cut|cutting|open|opened|opening my wrists|wrist|veins
        take|taking|swallow|swallowing|took|taken|swallowed all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives
        swallow|swallowed|swallowing ~2 box|bottle|pack|packet|strip of ~2 pills|tablets|medication|meds|paracetamol|tylenol|aspirin
        take|took|taken|taking ~1 whole|entire|full box|bottle|pack|packet|strip of ~2 pills|tablets|medication|meds|paracetamol|tylenol
        swallowed|took|taken fifteen|twenty|thirty|forty|fifty|sixty|15|20|30|40|50|60|100 ~1 pills|tablets|paracetamol|tylenol|aspirin|ibuprofen|xanax
        overdose|overdosing on
        want|wanna|wana|going|gonna to? bleed out
        done living $
        want|wanna|going|gonna|about|thinking ~2 overdose|overdosing
        want|wanna|wish ~3 disappear|vanish forever
        want|wish|need ~2 everything|it to end
        never wake up $
        never wake up again
        cut|cutting|cuts|burn|burning my arms|arm|forearms|forearm|thighs|thigh|legs|leg
        burned|burnt|cut my arms|arm|forearms|forearm|thighs|thigh|legs|leg|skin|hand ~6 to feel|cope|punish
        want|wanna|going|gonna|might|could|thinking|think|thought|keep|kept|about|urge|tempted ~4 step|stepping|walk|walking|run|running|jump|jumping|throw|throwing|throwing myself? in front of ~2 train|bus|car|truck|lorry|traffic|tram $|and|so|because|tonight|tomorrow|right|today|now
        want|wanna|going|gonna|might|could|thinking|think|thought|keep|kept|about|urge|tempted ~3 step|stepping|walk|walking into traffic $|and|so|because|tonight|tomorrow|right|today|now
        reason|reasons|point ~3 keep|keeping|continue|go ~1 living|on|alive
        reason|point ~5 be|being|stay|staying alive
        feel|feeling like dying
        od ing? on my|the|these|all
        no|nobody one? ~1 would|d|will|care ~1 care|notice|miss if i died|die|disappeared|disappear|vanished
        want|wanna|like|rather to? stop|quit existing|living|breathing $|and|but|already|right|tonight|because|altogether|forever|now|please|today|anymore|completely|entirely|i|it
        wish i could ~1 stop|quit existing|living|breathing $|and|but|already|right|tonight|because|altogether|forever|now|please|today|anymore|completely|entirely|i|it
        want|wanna|wish ~3 stop|quit living like this
        wish i didnt|dont|never exist|existed
        rather|want|wanna|prefer to? not to? exist
        no|nobody one? ~1 would|d|will care|notice|miss|cry me? if i was|were|am dead|gone $
        if i died|disappeared|vanished ~1 nobody|no one? ~1 would|d|will ~2 care|notice|miss|cry|mind|remember|mourn|grieve
        if i died|disappeared|vanished ~1 they|everyone|everybody|people ~3 better|happier|fine|relieved|glad|okay|ok|happy|celebrate
        burned|burnt|hurt|harmed myself again
        want|wanna to? be dead
        die in my sleep
        lost|lose|losing my|the|all? will to live
        dont|not|no want|wanna|longer to? exist
        urge|urges to cut|self|harm
        kms
        """
}
