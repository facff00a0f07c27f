// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Notetypes, decks and settings as schema 11 keeps them; `CollectionReader` reads the same.
extension AnkiCollection {
    var settingsJSON: JSON {
        [
            "nextPos": .integer(cards.count + 1), "estTimes": true, "activeDecks": [1], "sortType": "noteFld",
            "timeLim": 0, "sortBackwards": false, "addToCur": true, "curDeck": 1, "newSpread": 0, "dueCounts": true,
            "collapseTime": 1200, "schedVer": 2, "sched2021": true, "creationOffset": .integer(minutesWest ?? 0),
            "rollover": .integer(rolloverHour ?? 4), "fsrs": .bool(usesFSRS ?? true),
        ]
    }
}

extension AnkiNotetype {
    var schema11: JSON {
        let fields: [JSON] = fields.enumerated().map { place, name in
            [
                "name": .string(name), "ord": .integer(place), "sticky": false, "rtl": false, "font": "Arial",
                "size": 20,
                "media": [],
            ]
        }
        let templates: [JSON] = templates.enumerated().map { place, template in
            [
                "name": .string(template.name), "ord": .integer(place), "qfmt": .string(template.question),
                "afmt": .string(template.answer), "bqfmt": "", "bafmt": "", "did": .null, "bfont": "", "bsize": 0,
            ]
        }
        return [
            "id": .integer(id), "name": .string(name), "type": .integer(isCloze ? 1 : 0), "mod": 0, "usn": -1,
            "sortf": 0, "did": .null, "tmpls": .array(templates), "flds": .array(fields), "css": .string(css),
            "latexPre": "", "latexPost": "", "latexsvg": false, "req": [],
        ]
    }
}

extension AnkiDeck {
    var schema11: JSON {
        [
            "id": .integer(id), "name": .string(name), "mod": 0, "usn": -1, "lrnToday": [0, 0], "revToday": [0, 0],
            "newToday": [0, 0], "timeToday": [0, 0], "collapsed": false, "browserCollapsed": false,
            "desc": .string(description), "dyn": 0, "conf": .integer(options ?? 1), "extendNew": 0, "extendRev": 0,
        ]
    }
}

extension AnkiDeckOptions {
    var schema11: JSON {
        func numbers(_ values: [Double]) -> JSON { .array(values.map { .number($0) }) }
        return [
            "id": .integer(id), "name": .string(name), "mod": 0, "usn": -1, "maxTaken": 60, "autoplay": true,
            "timer": 0,
            "replayq": true, "dyn": false, "buryInterdayLearning": .bool(buriesReviews),
            "new": [
                "bury": .bool(buriesNew), "delays": numbers(learningSteps), "initialFactor": 2500, "ints": [1, 4, 0],
                "order": 1,
                "perDay": .integer(newPerDay),
            ],
            "rev": [
                "bury": .bool(buriesReviews), "ease4": 1.3, "ivlFct": 1.0, "maxIvl": .integer(maximumInterval),
                "perDay": .integer(reviewsPerDay), "hardFactor": 1.2,
            ],
            "lapse": [
                "delays": numbers(relearningSteps), "leechAction": .integer(leechAction),
                "leechFails": .integer(leechThreshold), "minInt": 1, "mult": 0.0,
            ],
            "desiredRetention": .number(desiredRetention),
            "fsrsParams6": numbers(parameters.count == 21 ? parameters : []),
            "fsrsParams5": numbers(parameters.count == 19 ? parameters : []),
        ]
    }
}

extension JSONObject {
    /// - Precondition: no key is there twice.
    init(_ members: [(String, JSON)]) {
        self.init()
        for (key, value) in members { self[key] = value }
    }
}
