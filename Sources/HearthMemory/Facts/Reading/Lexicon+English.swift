// SPDX-License-Identifier: Apache-2.0

extension Lexicon {
    static let english = Lexicon(
        language: "en",
        iWords: set("i"),
        weWords: set("we"),
        youWords: set("you your yours yourself u"),
        otherSubjects: set("he she they everyone everybody someone somebody nobody people"),
        emptySubjects: set("it that this there what these those"),
        meWords: set("me myself us"),
        myWords: set("my our mine ours"),
        theirWords: set("his her their hers theirs its him them"),
        articles: set("a an the some any no this that these those every each another both half all"),
        joining: set("and but so because cause 'cause cos though although yet or plus except whereas while since"),
        conditions: set("if unless suppose supposing imagine whether provided assuming wish"),
        times: set("when whenever until till once since after before while as where"),
        relatives: set("which who whose whom"),
        prepositions: set(
            """
            in on at by for with since after before during from until till about around through over under near between without within
            of to into every last next this each some one two three on
            """),
        openers: set(
            """
            well so ok okay oh ah hey hi hello yeah yes no nope anyway also actually honestly frankly basically then now today tonight yesterday
            tomorrow lately recently currently still just sorry btw fyi update plus personally apparently sometimes usually always often
            finally maybe perhaps right um uh hmm and but or because though although since while if when and also thankfully luckily sadly
            unfortunately turns out tbh ngl fun fact ps yep sure thing really already even only again
            morning evening afternoon night mornings evenings weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays
            monday tuesday wednesday thursday friday saturday sunday both weirdly oddly normally mostly as for me
            """),
        negators: set(
            "not n't never no none nobody nothing neither nor without cannot cant dont didnt doesnt isnt wont hardly barely"
        ),
        questionWords: set("what why how when where who which whose whom"),
        auxiliaries: set(
            """
            do does did is are am was were can could should would will shall may might must have has had don't isn't aren't won't wouldn't ai
            """),
        unreal: set("would 'd could might should may wouldn't couldn't shouldn't wish pretend suppose imagine"),
        hedges: set(
            "maybe perhaps probably possibly seem seems guess kinda supposedly almost nearly hypothetically theoretically"
        ),
        beliefs: set(
            "think thought guess suppose believe reckon feel wonder wondering know knew doubt hope hoping mean assume bet imagine dreamed dreamt"
        ),
        reports: set(
            """
            said says say saying told tells asked asks claims claimed claim thinks thought wrote writes texted replied swears insists insisted
            believes reckons announced shouted whispered yelled goes argues argued calls called keeps
            """),
        hearsay: set("apparently supposedly allegedly according rumour rumor hear heard"),
        imperatives: set(
            """
            write translate rewrite summarise summarize explain tell give make show help find list pretend act imagine suppose say ignore
            forget remember remind note save store add delete remove output print repeat continue answer reply respond call play roleplay be let
            let's describe correct fix check proofread draft create generate compare convert count define suggest recommend pick choose ask don't
            stop keep please use put set take read look assume consider treat fill rate rank sort solve compute calculate rephrase shorten
            """),
        jokes: set(
            "lol lmao rofl haha hahaha ha hah jk kidding joking joke jokes joked /s 😂 🤣 😜 😉 🙃 😏 sarcasm ironically prank pun"
        ),
        praise: set(
            "great brilliant fantastic wonderful lovely super perfect marvellous awesome splendid fabulous nice charming delightful terrific joy bliss congratulations"
        ),
        hyperbole: set(
            "million billion trillion literally forever dying starving murder kill killed immortal unicorn unicorns planet universe mars hundred thousand"
        ),
        being: set("am 'm is 's was were are 're been be being"),
        having: set("have has had 've got own owns owned adopted bought inherited keep"),
        living: set(
            "live lives lived living moved move moving reside based grew born raised stay staying settled rent renting rented home house flat apartment"
        ),
        likes: set(
            """
            love loves loved like likes liked enjoy enjoys enjoyed prefer prefers adore adores favourite favorite fan keen fond obsessed addicted
            into crazy prefer value values matters matter important believe
            """),
        dislikes: set(
            "hate hates hated dislike dislikes loathe loathes detest stand bear despise can't sick bored tired fed"),
        working: set(
            """
            work works worked working job employed boss office shift shifts teach taught teaching teacher nurse engineer doctor driver manager
            freelance freelancer retired promoted promotion hired fired laid redundant unemployed career apprentice run colleague colleagues
            business shop company firm clients customers started quit resigned developer designer accountant lawyer electrician plumber
            carpenter chef baker cook waiter waitress student intern internship librarian farmer gardener translator writer journalist
            """),
        planning: set(
            """
            going gonna will 'll plan plans planning planned booked booking want wants hope flying travelling traveling leaving starting signed
            tomorrow next soon saving intend intending decided getting meeting seeing visiting appointment interview exam trip holiday vacation
            wedding flight deadline
            """),
        duties: set("must should need have has ought supposed required"),
        habits: set(
            """
            always usually never often every each sometimes weekly daily nightly twice mornings evenings weekends mondays tuesdays wednesdays
            thursdays fridays saturdays sundays regularly rarely still anymore nowadays normally tend
            """),
        feelings: set(
            """
            happy sad angry anxious afraid scared terrified proud lonely stressed worried nervous exhausted tired relieved excited grateful jealous
            ashamed guilty miss missing cried crying cry hurt furious calm upset depressed overwhelmed lost numb hopeful heartbroken ecstatic
            miserable lighter better worse feel feels felt feeling fear panic dread love loved embarrassed frustrated bored content glad fine
            """),
        health: set(
            """
            allergic allergy allergies asthma migraine migraines diabetes diabetic pain painful ache aches injured injury broke broken sprained
            surgery operation operated doctor hospital diagnosed diagnosis medication pills tablets therapy therapist physio pregnant pregnancy
            cancer sick ill flu fever cold covid cough insomnia sleep blood pressure vegetarian vegan coeliac celiac intolerant gluten lactose
            smoke smoking smoker drink drinking sober glasses deaf blind wheelchair disability adhd autistic autism anxiety depression panic dentist
            vaccine stroke heart weight kilos pounds
            """),
        body: set(
            """
            knee knees back head shoulder shoulders hip hips ankle wrist neck foot feet leg legs arm arms hand hands eye eyes ear ears tooth teeth
            stomach skin heart lungs throat finger fingers toe toes elbow hair blood sleep nose chest
            """),
        kin: set(
            """
            mother mum mom mummy mommy father dad daddy sister brother son daughter wife husband partner girlfriend boyfriend fiancé fiancée
            fiance fiancee aunt auntie uncle cousin cousins niece nephew grandmother grandma gran granny nan nana grandfather grandad granddad
            grandpa grandson granddaughter parents kids kid children child baby twin twins stepmother stepfather stepsister stepbrother stepson
            stepdaughter half-sister half-brother mother-in-law father-in-law sister-in-law brother-in-law godmother godfather goddaughter godson
            friend friends mate mates buddy bestie flatmate flatmates roommate roommates housemate neighbour neighbor neighbours neighbors
            colleague colleagues coworker boss manager teacher doctor dentist therapist landlord landlady ex girl boy dog cat puppy kitten
            horse rabbit hamster parrot tortoise student students team family grandparents siblings sibling
            """),
        study: set(
            """
            study studies studied studying university college school degree phd thesis course courses class classes lessons learn learning learnt
            learned exam exams graduated graduate master masters bachelor diploma training evening
            speak speaks fluent play plays sing sings
            """),
        changes: set(
            """
            started stopped quit gave finished began moved married divorced separated engaged retired bought sold lost found passed failed won
            got joined left became adopted graduated changed switched broke died born signed enrolled resigned met
            """),
        chatter: set(
            """
            think know mean guess said say tell told ask asked see look hear remember forgot forget understand wonder need try trying thank thanks
            promise swear wrote write read talk talking sorry love
            """),
        progress: set("trying looking thinking writing reading asking wondering talking waiting just kidding joking"),
        timeWords: set(
            """
            today tonight yesterday tomorrow now morning evening afternoon night week weekend month year ago last next since monday tuesday
            wednesday thursday friday saturday sunday january february march april may june july august september october november december
            spring summer autumn fall winter minutes hour hours
            """),
        vague: set(
            "it that this thing things something stuff them one so there anything everything what these those way lot bit"
        ),
        fiction: set(
            """
            character d&d protagonist novel story hero heroine villain chapter plot scene fanfic lyrics verse chorus poem screenplay narrator
            rhyme fiction tale fable sitcom song
            """),
        roles: set(
            """
            pretend roleplay role-play rp improv imagine character king queen prince princess knight wizard witch dragon elf dwarf vampire pirate
            goblin sorcerer emperor empress captain starship spaceship wand sword castle throne kingdom crown detective interrogation robot alien
            zombie ghost mermaid werewolf galaxy narrator dungeon quest milord m'lord thee thou thy
            """),
        past: set(
            """
            went got took told stood sat lay rang rode threw thought brought taught caught kept heard wore tore swore chose froze stole hid bit paid hung walked ran saw felt made found left met ate drank slept woke spent cried laughed stayed came gave grew lived worked
            had was did started finished bought sold lost won passed failed moved married broke fell signed joined booked called phoned sent
            turned tried watched cooked baked planted painted wrote read sang danced swam cycled drove flew managed quit stopped visited
            """),
        creating: set(
            "writing write wrote reading read playing play watching watch paint painting draw drawing composing"))
}
