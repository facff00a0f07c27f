// SPDX-License-Identifier: Apache-2.0

extension CareRules {
    /// What is denied, long past, an accident, a story or about others.
    static let englishExceptions = """
        im|m|am|will|would|do|did|ill|id not really|actually|ever|even? want|wanted|wanna|going|gonna|trying|planning|thinking|about|to|of? to|of|about? kill|killing|hurt|harm|hurting|harming|cut|burn|injure|shoot|shooting myself
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself ~5 shaving|cooking|chopping|peeling|slicing|gardening
        never|wouldnt|wont|dont|didnt really|actually|ever|even? want|wanted|wanna|plan|mean|intend|think|have|need|like? of|about|to? really|actually|ever? kill|killing|hurt|harm|hurting|harming|cut|burn|injure|shoot myself
        dont think i d|ll|m|would|will|could|going|gonna? to? kill|hurt|harm myself
        careful|so|as ~1 not to hurt|cut|burn|injure myself
        used to ~2 kill|hurt|harm|cut|burn|self myself|harm
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself ~5 accident|accidentally|mistake
        accidentally|ouch|oops|ow ~3 hurt|cut|burn|burned|burnt myself
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself while|when|by|from? lifting|playing|skiing|running|climbing|cooking|shaving|chopping|falling|exercising|training|gardening|peeling|slicing|cycling|riding|skating|snowboarding|surfing|baking|ironing|dancing|stretching|working|carrying
        cut|cutting|burn|burning my ~1 arms|arm|thighs|thigh|legs|leg while|when|by? ~1 shaving|playing|gardening|doing|cooking|ironing|baking|climbing|cycling|running|chopping
        cut|cutting|burn|burning my ~1 arms|arm|thighs|thigh|legs|leg when|whenever i|we ~1 shave|shaved|use|used|cook|cooked|bake|baked|iron|ironed|garden|fell|fall|slipped|slip|tripped|climb|climbed|play|played|crashed
        cut|cutting|burn|burning my ~1 arms|arm|thighs|thigh|legs|leg ~3 accident|accidentally|mistake
        cut|burn my arms|arm|legs|leg ~1 workout|training|session|routine|day
        not|dont|never|didnt|doesnt|no really|actually|ever|even|yet|just? want|wanna|wish|wanting|going|gonna|need|ready|hope|longer to? really|just|actually|ever? die
        no longer want|wanna to? die
        used to ~2 want|wish|think|feel|be ~4 die|dead|suicide|suicidal
        not|never|arent|isnt|wasnt|longer really|actually|even|currently|at|all? feeling|being? suicidal
        im|m|am|will|would|do|did|never|dont|wont|wouldnt|didnt|longer not? really|actually|ever|even? going|gonna|plan|planning|think|thinking|want|to|of? to|of|about? commit|committing|attempt|attempting|attempted|considering|contemplating suicide
        film|movie|book|novel|play|scene|chapter|episode|essay|article|paper|report|song|documentary|statistics|lecture|thesis|read|wrote he|she|they|who|where|the|about|on|of|with ~3 suicide
        writing|reading about suicide
        suicide prevention|essay|article|paper|statistics|rate|rates|squad|bomber|bombing|mission|film|movie|book|awareness|research
        album|band|concert|gig|song|listening|listen ~4 suicidal tendencies
        in ~2 game|level|minecraft|sims|skyrim|gta|simulation|play|scene ~4 myself|die|died
        my character|avatar|hero|sim ~4 myself|die|suicide
        if i died|disappeared in the game|dream
        kill|killing|drown|shoot myself ~6 respawn|checkpoint|spawn
        he|she|brother|sister|mother|father|mum|mom|dad|friend|son|daughter|husband|wife|neighbour|patient|uncle|aunt|cousin|boss|colleague|who ~1 wants|wanted|wishes|wished|hopes|tried|tries to? ~2 die|dead|suicide
        he|she|brother|sister|mother|father|mum|mom|dad|friend|son|daughter|husband|wife|neighbour|patient|uncle|aunt|cousin|boss|colleague|who ~1 was|is|were dead|suicidal|so|feeling|really? suicidal|dead
        he|she|brother|sister|mother|father|mum|mom|dad|friend|son|daughter|husband|wife|neighbour|patient|uncle|aunt|cousin|boss|colleague|who|has|had committed|attempted|considering|contemplating suicide
        he|she|they|you|who|people|parents|kids|children|patients|others all|also|both|really|just|might|may|didnt|doesnt|does? want|wanted|wanna|wish|going|gonna to? ~1 die
        bungee|parachute|paraglid*|skydiv*|stunt ~6 off|from
        off|from|in|under|out ~3 bridge|roof|building|train|window|cliff|balcony|floor ~4 bungee|parachute|pool|paraglid*|skydiv*|zipline|stunt|bouncy|dream
        from ~2 floor of ~1 bouncy|climbing
        remind|reminds|remember|remembered|forget|forgot|forgotten|forgetting ~3 take|taking all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives
        swallowed|took|taken # mg|milligram|milligrams|mcg
        self harm ~3 prevention|awareness|course|research|policy|statistics|essay|nurses|teachers
        course|essay|article|book|teach|research|policy|report|thesis|lecture|training ~3 on|about|against|into ~1 self harm
        without|avoid|risk|prevent ~3 overdosing|overdose
        afraid|fear|worried of|about ~1 overdosing|overdose
        """

    /// Idioms, each with the harmless thing that it names: a bare preposition would excuse `with my gun` too.
    static let englishIdioms = """
        kill|killing myself laughing
        kill|killing myself studying|working|training|revising|cleaning $|for|all|on|at|in|this|that|every|until|till|so|like
        i|im|m|am|been|was|were|always|stop|keep|kept killing myself over|with|for ~2 work|job|deadline|deadlines|homework|exam|exams|essay|project|report|thesis|spreadsheet|presentation|studies|chores|overtime|training|exercise|exercises|workouts|marathon|company|boss|grades
        kill|killing myself with ~1 work|laughter|homework|chores|overtime|exercise|exercises|training|workouts
        i|im|m|am|been|was|were|always|stop|keep|kept killing myself at ~2 work|gym|school|training|practice|office|job|university|college
        i|im|m|am|been|was|were|always|stop|keep|kept killing myself to ~1 finish|meet|please|earn|keep|pay|save|impress|reach|stay|win|pass|learn|look|catch|afford
        i|im|m|am|been|was|were|always|stop|keep|kept killing myself to get this|that|there|ready|fit|good|the|my|a|into|better
        i|im|m|am|been|was|were|always|stop|keep|kept killing myself to make ends|rent|money|them|him|her|my|this|time|dinner
        kill|killing myself trying to finish|get|carry|lift|move|reach|fix|make|keep|meet|please|impress|learn|climb|understand|read|write|open|build|assemble|park|pass|catch|win|beat|run|cook|set|find|save|earn|pay|put
        killing myself getting ~2 done|ready|fit|finished|here
        point|why|worth|sense of|in? kill|killing myself over|for|at
        kill|killing myself on|down ~2 stairs|ice|steps|skis|bike|scooter|treadmill
        could kill myself for ~1 forgetting|missing|saying|losing|buying|eating|leaving|deleting|selling|late|so
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself ~5 on ~2 paper|edge|oven|stove|pan|pot|iron|kettle|hob|grill|tin|can|fence|thorn|thorns|rose|nail|ladder|stairs|bike|slopes|ice|tray|radiator|toaster|candle|corner|door|table|treadmill|trampoline|coffee|tea|soup|water|steam|lid|splinter|bush|branch|wire|screw|shell|stone|glass|something
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself on it|that|this|these|those
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself with ~2 coffee|tea|soup|water|oil|pan|oven|iron|paper|cardboard|straightener|straighteners|tongs|curler|curlers|kettle|steam|grill|sauce|chilli
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself doing ~2 yoga|squats|sport|sports|exercises|gymnastics|karate|judo|parkour|deadlifts|weights|pilates|dishes|garden
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself at ~2 gym|training|practice|yoga|football|rugby|sport|sports|bakery|climbing|crossfit
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself during|in ~2 match|game|practice|training|workout|rehearsal|tournament|race|gym
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself when|if|every|each|whenever|time|times ~1 i|we ~1 lift|fall|fell|slip|slipped|tripped|trip|run|climb|jump|carry|ski|play|cook|bake|iron|shave|garden|chop|peel
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself trying to lift|reach|open|carry|move|fix|climb|catch|jump|open|peel|slice|build|push|pull
        cut|burn|burning|cutting my ~1 arms|arm|thighs|thigh|legs|leg on|with ~2 paper|edge|oven|stove|pan|pot|iron|kettle|hob|grill|tin|fence|thorn|thorns|rose|nail|ladder|bike|ice|tray|radiator|toaster|candle|corner|door|coffee|tea|soup|water|oil|steam|lid|bush|branch|wire|screw|shell|stone|something|barbecue|brambles
        cut|cutting my ~1 arms|arm|legs|leg off ~2 shirt|t|sweater|jeans|trousers|picture|photo|video
        cut|cutting my ~1 arms|arm|thighs|thigh|legs|leg hair
        cut|cutting myself off|loose
        cut|cutting myself a|an|some|another|one|the ~3 slice|slices|piece|pieces|bread|cake|slack|fringe|bangs|key|cheese|meat|fruit|apple|pizza|pie|break|flowers|ham|melon|pineapple|watermelon|toast|tomato|steak|sandwich|deal
        hang|hanging myself a|an|some|the|another ~2 hammock|picture|pictures|swing|mirror|lamp|curtain|curtains|poster|posters|shelf|shelves|plant|plants|lights|calendar
        hang|hanging myself out to dry
        hang|hanging myself upside down
        drown|drowning myself in ~1 coffee|work|wine|tea|books|chocolate|sorrow|sorrows|homework|emails|paperwork|chores|series|music|sauce|perfume|reports|netflix|games
        shoot|shooting myself in the|my foot|leg
        shoot|shooting myself a|an|some|another ~2 text|message|email|mail|note|reminder|look|hoops|glance|video|film|portrait|photo|photos|picture|pictures|clip|invite|link|baskets
        shoot|shooting myself on ~2 video|film|camera|phone|tape|iphone
        shoot|shooting myself for ~2 vlog|video|instagram|channel|portfolio|passport|blog|reel|class|website
        shoot|shooting myself from ~2 angle|side|above|below|distance|front
        shoot|shooting myself with ~3 camera|phone|tripod|lens|iphone|timer|drone|gopro|nerf
        starve|starving myself before|for|until|till ~2 feast|dinner|lunch|buffet|christmas|thanksgiving|bbq|barbecue|supper|meal|brunch|surgery|operation|test|scan
        burning|burn myself out
        want|wanna|wish|rather|going|gonna to? ~1 die of ~1 embarrassment|shame|laughter|laughing|boredom|cuteness|curiosity|exhaustion|old|cringe|jealousy|happiness|joy|fear|fright|natural
        going|gonna to? ~1 die of|from ~1 thirst|hunger|heat|cold|starvation|stress
        want|wanna|going|gonna to? ~1 die from ~1 embarrassment|laughter|laughing|boredom|cringe|shame|cuteness|heat|exhaustion
        die|dying my|her|his|the|some|this|these ~3 hair|shirt|jeans|wool|yarn|blond|blonde|blue|red|black|purple|pink|green|eyebrows|beard|dress|fabric|eggs|roots|curtains|cloth
        want|wanna|going|gonna|rather to? ~1 die laughing|trying|old
        want|wanna|going|gonna|rather to? ~1 die on ~2 hill|stage
        want|wanna|going|gonna|rather to? ~1 die of|at|in|with ~2 old age
        want|wanna to? ~1 die in|at ~2 ninety|hundred|100|90|95
        going|gonna to? ~1 die in|at ~2 heat|meeting|class|lecture|gym|traffic|exam|sun|costume
        going|gonna to? die laughing
        going|gonna to? ~1 die if|when they|he|she|it|you|we|the|my|this|that
        going|gonna to? ~1 die without ~2 coffee|caffeine|phone|wifi|internet|chocolate|sugar|tea|netflix|music|breakfast|lunch
        rather ~1 die than go to|out|camping|shopping|swimming|running
        rather ~1 die than eat|drink|wear|watch|listen|use|buy|sing|dance|sit|talk|speak|read|miss|lose|admit|ask|ski|run|cook|clean|pay|share|date|marry|kiss|touch|apologise|apologize|vote|support|swim|fly|drive|camp|cheer
        finishing|wrapping|closing|completing ~8 end|ending it all by|before
        end|ending it all with ~2 bang|party|song|toast|dance|dessert|cake|coffee|kiss|summary|fireworks
        end|ending it tonight|today|now|soon? with|between $|him|her|them|my|the|that|this|a|an|us|you|these
        end|ending it tonight|today|now|soon? with ~1 $|and|after|before|because|but
        end|ending it there|here
        end|ending it by ~1 saying|thanking|singing|telling|monday|tuesday|wednesday|thursday|friday
        end|ending it on ~2 note
        take|taking|took|taken all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives with|before|after ~2 water|food|breakfast|lunch|dinner|meal|meals|milk|juice|yoghurt|yogurt|supper|porridge|eating
        take|taking|took|taken all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives this|in|at ~1 morning|noon|lunch|breakfast
        take|taking|took|taken all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives in ~1 order|sequence
        take|taking|took|taken ~6 pills|tablets|medication|meds back $|to|because
        take|taking|took|taken ~6 pills|tablets|medication|meds|tylenol|paracetamol|aspirin to ~3 pharmacy|chemist|shop|store|office|grandma|grandmother|mum|mother|doctor|nurse|hospital|clinic|school|neighbour|vet
        take|taking|took|taken ~3 pills|tablets|paracetamol|tylenol|aspirin|ibuprofen for ~2 trip|holiday|journey|patients
        took|taken ~3 pills|tablets|paracetamol|tylenol|aspirin|ibuprofen a|per|each|every day|week|month
        took|taken ~3 pills|tablets|paracetamol|tylenol|aspirin|ibuprofen over|during|across|in ~2 days|week|weeks|month|months|year|years
        took|taken ~3 pills|tablets|paracetamol|tylenol|aspirin|ibuprofen since ~1 january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|year|birth|operation|surgery|diagnosis|childhood
        took|taken ~3 pills|tablets of ~1 magnesium|vitamin|vitamins|zinc|calcium|probiotics|glucose|peppermint
        overdose|overdosing on ~1 sugar|chocolate|caffeine|coffee|cute|cuteness|carbs|christmas|sweets|candy|vitamins|vitamin|netflix|news|tv|cheese|sushi|cake|sun|garlic|series
        wake|waking up ~1 late|early|hungover|tired|sick|sore|stiff|sweating|alone
        wake|waking up with ~3 hangover|headache|cold|neck|spots|pimple|acne|fever|flu|cough|throat|back|itch|nose|knee
        wake|waking up to ~2 rain|snow|alarm|noise|barking|news|mess|strike|drilling|cold
        wake|waking up him|her|them|everyone|everybody|anyone|people
        wake|waking up my|the|our ~1 kids|baby|son|daughter|neighbours|neighbors|wife|husband|dog|parents|flatmate|flatmates|roommate|children|family|house|cat|dad|mum|mom|guests
        wake|waking up until|till|before|at|around|past ~1 #|noon|midnight|midday|lunch|four|five|six|seven|eight|nine|ten|eleven|half|sunrise|dawn|alarm
        #|few|many|some|several|more|hundred|thousand|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|last|first|extra kms
        kms away|per|an|north|south|east|west
        dead wrong|tired|serious|right|set|last
        dead on time|target
        dead against it|this|that|the
        better off? without me in|at|for|on ~2 goal|kitchen|defence|defense|choir|midfield|attack|meeting|photo|picture|drums|piano|bass|guitar|vocals|pitch|field|court|project
        wrist|wrists brace|band|watch|strap|support
        take|taking|took|taken all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives ~1 prescribed|directed|instructed|recommended|usual|supposed|correctly|properly|regularly|daily
        take|taking|took|taken all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives as|like i|my|the|it ~1 should|usually|always|told|doctor|nurse|pharmacist|label|leaflet
        take|taking|took|taken all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives every|each morning|day|night|evening|week|noon
        i take all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives in|at|before|after ~2 bed|bedtime|morning|evening|night|noon
        taking all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives in the morning|evening
        every|each morning|day|night|evening|noon i ~1 take all ~2 pills|tablets|medication|meds|antidepressants|painkillers|sedatives
        hurt|hurting|cut|cutting|injure|burn|burned|burnt|burning|harm myself every|most ~1 day|days|week in|at ~1 kitchen|bakery|restaurant|workshop
        bleed out the|my ~1 radiators|radiator|brakes|brake|line|lines
        plays|play|sings|sing|works|cooks better without me
        exist on|in ~2 media|facebook|internet|online|database|list
        death metal|cap|star|stranding|note|valley
        """

    /// What people harm themselves with. No idiom excuses a sentence that goes on with one of them.
    static let englishMeans = """
        pill|pills|tablet|tablets|meds|medication|paracetamol|tylenol|aspirin|ibuprofen|xanax|opioids|fentanyl|insulin|heroin|overdose
        gun|guns|pistol|rifle|shotgun|revolver|bullet|bullets
        knife|knives|blade|blades|razor|razors|scissors|scalpel|lighter|cigarette|cigarettes
        rope|noose|bridge|cliff|rooftop|overpass|rails|tracks
        vodka|whisky|whiskey|rum|alcohol|booze|bleach|poison|antifreeze|exhaust
        """
}
