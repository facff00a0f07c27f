// SPDX-License-Identifier: Apache-2.0

public import HearthWords

extension FlashcardContent.ExtraField {
    /// The value as a card shows it: text alone, whatever HTML it was; empty where it is a picture or a sound.
    public var text: String { PlainText(value).text }
}
