# SPDX-License-Identifier: Apache-2.0
"""What a killed program was asked to do and what it acknowledged, and so what has to be there afterwards."""

import itertools
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field

from kept import Conversation

# Statuses by which the program says that it has not done something, and why.
REFUSALS = {404, 409, 410, 429}


@dataclass
class Deed:
    """Something that was asked for; `end` is when it was acknowledged. Times are numbers that grow."""
    begin: int
    end: int | None = None
    # What a title is to be, or whether a conversation is to be there afterwards.
    value: object = None

    @property
    def is_done(self):
        return self.end is not None


@dataclass
class Expected:
    """What is known of a conversation since the last start."""
    questions: dict[str, Deed] = field(default_factory=dict)
    titles: list[Deed] = field(default_factory=list)
    # Deletions and their undoing, in order; one after the other.
    presence: list[Deed] = field(default_factory=list)

    def done(self, before=None, after=None):
        """Questions that were acknowledged: before, and asked after, the times given."""
        return {
            text for text, deed in self.questions.items()
            if deed.is_done and (before is None or deed.end < before) and (after is None or deed.begin > after)}

    def may_be_there(self) -> set[bool]:
        possible = {True}
        for deed in self.presence:
            possible = {deed.value} if deed.is_done else possible | {deed.value}
        return possible

    def may_be_called(self, before=None) -> set[str]:
        """Empty: nobody has given it a name, and the model may."""
        possible = set()
        for deed in self.titles:
            if before is None or deed.begin < before:
                possible = {deed.value} if deed.is_done else possible | ({deed.value} if possible else set())
        return possible


@dataclass
class Restore:
    """A backup that was to be restored, and what it held."""
    deed: Deed
    source: dict[str, Conversation]
    # What gave way to it, as the new backup has it; `None` where there is no new backup.
    former: dict[str, Conversation] | None = None


class Ledger:
    """Threads that write each say what they are about to ask for, and what they were told."""

    def __init__(self):
        self.lock, self.clock = threading.RLock(), itertools.count(1)
        self.sessions: dict[str, Expected] = {}
        self.newest = None
        self.restore = None
        # Whose presence or title a thread is changing.
        self.taken: set = set()
        # Every text and title that was ever asked for, by the conversation where that is known.
        self.asked: dict[str, set[str]] = {}
        self.nowhere: set[str] = set()
        # Facts by their words: their identifiers, and whether they are to be forgotten. An identifier is not known before the answer.
        self.facts: dict[str, tuple[str | None, bool]] = {}
        # What was erased, by the words that nothing else has.
        self.gone: set[str] = set()
        # What backups have to hold, by their files' names.
        self.copies: dict[str, dict[str, Conversation]] = {}
        self.counts = dict.fromkeys(["messages", "titles", "deletions", "undone", "restores", "in a session of two tabs", "waits", "unanswered deletions", "messages in these",
                                     "facts", "forgotten"], 0)

    # Asking

    def question(self, session, text) -> Deed:
        with self.lock:
            deed = Deed(next(self.clock))
            if session is None:
                self.nowhere.add(text)
            else:
                self.sessions.setdefault(session, Expected()).questions[text] = deed
                self.asked.setdefault(session, set()).add(text)
            return deed

    def asked_in(self, session, text, deed, is_new=False, is_second=False):
        """The question was acknowledged to be in a session."""
        with self.lock:
            deed.end = next(self.clock)
            expected = self.sessions.setdefault(session, Expected())
            last = expected.presence[-1] if expected.presence else None
            is_hidden = last and last.is_done and not last.value and last.end < deed.begin
            assert not is_hidden, f"{text!r} was taken in a conversation that had been deleted"
            expected.questions[text] = deed
            self.asked.setdefault(session, set()).add(text)
            if is_new:
                self.nowhere.discard(text)
                self.newest = session
            self.counts["messages"] += 1
            self.counts["in a session of two tabs"] += is_second

    def rename(self, session, title) -> Deed:
        return self.add(session, "titles", title)

    def remove(self, session) -> Deed:
        return self.add(session, "presence", False)

    def bring_back(self, session) -> Deed:
        return self.add(session, "presence", True)

    def add(self, session, kind, value) -> Deed:
        with self.lock:
            deed = Deed(next(self.clock), value=value)
            getattr(self.sessions.setdefault(session, Expected()), kind).append(deed)
            if kind == "titles":
                self.asked.setdefault(session, set()).add(value)
            return deed

    def begin_restore(self, source) -> Deed:
        with self.lock:
            self.restore = Restore(Deed(next(self.clock)), source)
            return self.restore.deed

    def answered(self, session, deed, kind, status, count) -> bool:
        """What became of a deed: acknowledged, or refused, which is as if nobody had asked."""
        with self.lock:
            if status == 303:
                deed.end = next(self.clock)
                self.counts[count] += 1
                return True
            assert status in REFUSALS, f"{count}: {status}"
            if kind == "restore":
                self.restore = None
            elif kind == "questions":
                self.sessions[session].questions = {text: one for text, one in self.sessions[session].questions.items() if one is not deed}
            else:
                getattr(self.sessions[session], kind).remove(deed)
            return False

    @contextmanager
    def some_session(self, rng):
        """One that is there, as far as anybody knows, for one thread alone; `None` where there is none."""
        with self.lock:
            there = sorted(
                session for session, one in self.sessions.items()
                if session not in self.taken and one.may_be_there() == {True} and one.done())
            session = rng.choice(there) if there else None
            self.taken.add(session)
        yield session
        with self.lock:
            self.taken.discard(session)

    # Facts

    def tell(self, word):
        with self.lock:
            self.facts[word] = (None, False)

    def told(self, word, id):
        with self.lock:
            self.facts[word] = (id, False)
            self.counts["facts"] += 1

    def some_fact(self, rng):
        """The word and identifier of one that is known, and that is to be forgotten now; `None` where there is none."""
        with self.lock:
            there = sorted((word, id) for word, (id, is_going) in self.facts.items() if id and not is_going)
            if not there:
                return None
            word, id = rng.choice(there)
            self.facts[word] = (id, True)
            return word, id

    def forgot(self, word):
        with self.lock:
            del self.facts[word]
            self.gone.add(word)
            self.counts["forgotten"] += 1

    def settle_facts(self, found):
        """Compares the facts that are there after a start, by their words, with those that have to be. To be called before `settle`.

        A restored backup may lack some, and have others that are not known here.
        """
        restored = self.restore is not None
        back = self.gone & found.keys()
        assert not back, f"forgotten, and there again: {back}"
        for word, (id, is_going) in self.facts.items():
            if word in found or restored:
                continue
            assert id is None or is_going, f"the fact {id} about {word} is missing"
            # What was never acknowledged, or was being forgotten, is gone for good.
            self.gone.add(word)
        self.facts = {word: (id, False) for word, id in found.items()}

    # Comparing

    def settle(self, found, former=None):
        """Compares what is there after a start with what has to be; what there is has to be there from now on.

        former: what a backup holds that was made of what gave way to another, where there is a new one.
        """
        restore, self.restore, self.taken = self.restore, None, set()
        known = set().union(self.nowhere, *self.asked.values())
        strange = {text for one in found.values() for text in one.questions} - known
        assert not strange, f"nobody has asked {strange}"
        problems = {}
        if not (restore and restore.deed.is_done):
            problems["as it was"] = self.faults(found)
        if restore and former is not None:
            restore.former = former
            problems["restored"] = self.faults_after(restore, found)
        assert problems, "a restore was acknowledged, and what gave way to it is nowhere"
        happened = next((name for name, faults in problems.items() if not faults), None)
        assert happened, f"{problems}; restore: {restore and restore.deed}"
        self.adopt(found, former if happened == "restored" else {})

    def faults(self, found) -> list[str]:
        faults = []
        for session, expected in self.sessions.items():
            here, may = found.get(session), expected.may_be_there()
            if (here is not None) not in may and (may == {False} or expected.done()):
                faults.append(f"{session} is {'there' if here else 'missing'}: {expected}")
            elif here is not None:
                faults += self.incomplete(session, here, expected.done(), expected.may_be_called())
        return faults

    def faults_after(self, restore, found) -> list[str]:
        faults, (begin, end) = [], (restore.deed.begin, restore.deed.end)
        for session, expected in self.sessions.items():
            may = expected.may_be_there()
            before = expected.done(before=begin)
            after = expected.done(after=end) if end else set()
            now, then, source = found.get(session), restore.former.get(session), restore.source.get(session)
            if may == {False}:
                faults += [f"{session} is there, and was deleted: {expected}"] * bool(now or then)
                continue
            if may == {True}:
                faults += [f"{session} is not in the former"] * bool(before and not then)
                faults += [f"{session} was in the backup, and is missing"] * bool(source and not now)
                both = (now.questions if now else set()) | (then.questions if then else set())
                faults += [f"{session} lacks {text!r}, here and in the former" for text in expected.done() - both]
                faults += [f"{session} lacks {text!r}" for text in after - (now.questions if now else set())]
            if then:
                faults += self.incomplete(session, then, before, expected.may_be_called(before=begin), "the former's ")
            if now and source:
                faults += self.incomplete(session, now, source.questions, set())
        for session, source in restore.source.items():
            if session not in self.sessions:
                now = found.get(session)
                faults += [f"{session} was in the backup alone, and is missing"] if not now else self.incomplete(session, now, source.questions, {source.title})
        return faults

    @staticmethod
    def incomplete(session, here, questions, titles, whose="") -> list[str]:
        faults = [f"{whose}{session} lacks {text!r}" for text in questions - here.questions]
        if titles and here.title not in titles:
            faults.append(f"{whose}{session} is called {here.title!r}, expected {titles}")
        return faults

    def adopt(self, found, former):
        for session in self.sessions.keys() - found.keys() - former.keys():
            # What was never acknowledged and is not there has not been deleted: it has never been.
            expected = self.sessions[session]
            if False in expected.may_be_there():
                self.erased(session)
            # The kill came between the deletion and its acknowledgement: what was acknowledged before is gone all the same.
            last = expected.presence[-1] if expected.presence else None
            if last and not last.is_done and not last.value:
                self.counts["unanswered deletions"] += 1
                self.counts["messages in these"] += len(expected.done())
        titles = set().union(*self.asked.values()) if self.asked else set()
        self.sessions = {}
        for session, here in found.items():
            texts = {text: Deed(0, 0) for text in here.questions}
            named = [Deed(0, 0, here.title)] if here.title in titles and here.title not in here.questions else []
            self.sessions[session] = Expected(texts, named)
            self.asked.setdefault(session, set()).update(here.questions)
            self.nowhere -= here.questions
        if self.newest not in self.sessions:
            self.newest = None

    def erased(self, session):
        for text in self.asked.get(session, ()):
            self.gone.update(words(text))
        for copy in self.copies.values():
            copy.pop(session, None)

    def compare_copies(self, there):
        """there: what backups hold, by their files' names. Those that are new are taken down."""
        for name, found in there.items():
            for session, expected in self.copies.get(name, {}).items():
                here = found.get(session)
                assert here, f"{name} lacks {session}"
                faults = self.incomplete(session, here, expected.questions, {expected.title})
                assert not faults, f"{name}: {faults}"
        self.copies = there


def words(text) -> list[str]:
    """The words by which a text is known."""
    return re.findall(r"\b[a-z]{16}\b", text)
