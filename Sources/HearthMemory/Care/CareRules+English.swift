// SPDX-License-Identifier: Apache-2.0

extension CareRules {
    static let english = """
        kill|killing myself
        hang|hanging|drown|drowning|shoot|shooting|poison|poisoning|unalive|unaliving|starve|starving myself
        cutting|burning|scratching myself
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
        want|wanna|wana|going|gonna|might|could|should|will to? off myself
        blow|blowing my brains|head out|off
        put|putting a bullet in|through my|me
        i cut|hurt|harm myself $
        cut|cutting|hurt|hurting|harm|harming|burn|burning myself on purpose
        i cut|hurt|harm|burn myself every|most night|nights|day|days|week
        hurt|cut|burn|burned|burnt|harm|harmed myself ~3 to feel|cope
        burn|burning myself with cigarettes
        been|started|start|keep|kept cutting again|$ $
        i|m|im|am|feel|feeling|been|being|so|really suicidal
        suicidal thoughts|ideation|feelings|again|urges|urge|impulses|plan|plans
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
        wish|wished i|id had|d? never|not been born
        wish|wished i|id was|were never born
        better off dead
        better off without me
        better ~2 if i was|were|am dead|gone
        better without me $|anyway|around|alive
        dont|not|no want|wanna|wish to? be alive|here anymore|any
        dont|not want|wanna to? be alive
        dont|not want|wanna|wana to? live anymore|any|$
        want|wanna out of this|my life|world
        dont|not want|wanna to? live like this
        dont|not want|wanna to? wake|waking up $
        dont|not want|wanna to? wake|waking up anymore|again|tomorrow|ever
        wish|hope ~4 not|never|nt wake up
        sleep|asleep and|then not|never wake
        wish|hope ~3 dont|wont|didnt|wouldnt wake up
        no|any reason|point to|in live|living|life $
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
        take|taking|swallow|swallowing|took all ~2 pills|tablets|medication|meds
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
        cut|cutting|cuts|burn|burning my arms|arm|thighs|thigh|legs|leg
        reason|reasons|point ~3 keep|keeping|continue|go ~1 living|on|alive
        reason|point ~5 be|being|stay|staying alive
        feel|feeling like dying
        od ing? on my|the|these|all
        no|nobody one? ~1 would|d|will|care ~1 care|notice|miss if i died|die|disappeared|disappear|vanished
        want|wanna|like|rather to? stop|quit existing|living|breathing
        wish i could stop|quit existing|living|breathing
        wish i didnt|dont|never exist|existed
        rather|want|wanna|prefer to? not to? exist
        no|nobody one? ~1 would|d|will care|notice|miss|cry me? if i was|were|am dead|gone $
        if i died|disappeared ~1 nobody|no|they|everyone
        burned|burnt|hurt|harmed myself again
        want|wanna to? be dead
        die in my sleep
        lost|lose|losing my|the|all? will to live
        dont|not|no want|wanna|longer to? exist
        urge|urges to cut|self|harm
        kms
        """

    static let englishExceptions = """
        kill|killing myself laughing|with|trying|over|at|to|working|training|getting|studying
        never|wouldnt|wont|not|dont|didnt|isnt|arent ~3 kill|killing|hurt|harm|hurting|harming|cut|burn|injure myself
        would|could|ll|will|could kill|killing myself for ~1 forgetting|not|being|missing|saying|losing|having|that|doing|buying|eating
        used to ~2 kill|hurt|harm|cut|burn|self myself|harm
        hurt|hurting|cut|injure|burn|harm myself lifting|doing|while|when|playing|skiing|running|climbing|cooking|shaving|chopping|at|during|by|in|if|falling|exercising|training|trying
        hurt|hurting|cut|injure|burn|harm myself on|with a|an|the|my|some|paper|glass|something|broken|that|this|hot|boiling|it|every|one
        ouch|oops|ow ~3 hurt|cut|burn|burned|burnt myself
        cut|cutting myself off|some|a|another|loose|out
        hang|hanging myself out|up|a|an|some
        drown|drowning myself in ~1 coffee|work|wine|tea|books|chocolate|sorrow|sorrows|homework
        shoot|shooting myself in the|my foot|leg
        shoot|shooting myself a|an|some|for|on|from|with
        starve|starving myself for|before|until|to
        burning|burn myself out
        not|never|nt|dont|didnt|without ~1 shoot|shooting myself
        want|wanna|wish|rather|id|going|gonna to? ~1 die of|laughing|from|for|on|my|her|his|alone|old|trying|in|by|at|with
        dont|not|never|nt|didnt|doesnt|no want|wanna|wish|wanting|going|gonna|need|ready|hope|longer to? ~2 die
        no longer want|wanna to? die
        going|gonna to? die if|when|without|of|laughing
        cut|cutting|burn|burning my ~1 arms|arm|thighs|thigh|legs|leg on|with|by|while|at|in|off|hair
        cut|cutting|burn|burning my ~1 arms|arm|thighs|thigh|legs|leg when i|we|my|the
        cut|cutting|burn|burning my ~1 arms|arm|thighs|thigh|legs|leg ~1 shaving|playing|gardening|doing|cooking|whenever
        cut|burn my arms|arm|legs|leg ~1 workout|training|session|routine|day
        used to ~2 want|wish|think|feel|be ~4 die|dead|suicide|suicidal
        rather ~1 die than
        not|never|nt|arent|isnt|wasnt|longer ~2 suicidal
        not|never|nt|dont|wont|wouldnt|didnt|longer ~3 commit|committing|attempt|attempting|considering|contemplating suicide
        end|ending it all with|by|before|on|until|at|in
        watch|watched|watching|read|reading|seen|saw|loved|song|film|movie|book|band|album|essay|article|paper|report|class|history|statistics ~8 suicid*
        suicid* ~4 essay|article|paper|prevention|statistics|rate|rates|squad|bomber|bombing|mission|tendencies|film|movie|book|awareness|research|hotline
        my character|avatar|player|hero ~8 myself|die|suicide
        game|level|respawn|minecraft ~8 myself|die
        kill|killing|drown|shoot myself ~6 respawn|game|level|checkpoint
        he|she|they|brother|sister|mother|father|mum|mom|dad|friend|son|daughter|husband|wife|neighbour|patient|uncle|aunt|cousin|boss|colleague|who ~3 want|wants|wanted|wishes|wished|was|were|is|committed|attempted|tried|hopes ~5 die|dead|suicidal|suicide
        if|unless i|you ~2 wanted|want ~2 die|live
        bungee|parachute|pool|diving|paraglid* ~6 off|from
        off|from|in|under ~2 bridge|roof|building|train|window|cliff|balcony ~4 bungee|parachute|pool|rope|game|paraglid*
        take|taking|took all ~2 pills|tablets|medication|meds on|as|like|every|correctly|prescribed|today|properly|with|in|before|after|each
        pills|tablets|medication|meds to|from|back the|my|a
        wake|waking up late|early|before|until|till|with|the|my|him|her|them|everyone|too|so|hungover|tired|to
        wake|waking up at #|noon|midnight|four|five|six|seven
        #|few|many|hundred|thousand|two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty|forty|fifty kms
        dead wrong|tired|serious|right|set|on|last|against
        better off? without me in|at|for|on
        wrist|wrists brace|band|watch|strap|support
        kms away|from|to|of|a|per|an|on|north|south|east|west
        self harm ~3 prevention|awareness|course|research|policy|statistics|essay|nurses|teachers
        course|essay|article|book|teach|research|policy|report ~3 self harm
        end|ending it with|there|by|on|here|between
        without|avoid|risk|prevent|fear|afraid ~3 overdosing|overdose
        """
}
