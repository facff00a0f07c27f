// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// Finds what never becomes a memory: card and account numbers, telephone numbers, addresses of mail, passwords, keys.
enum PersonalNumbers {
    /// Whether a text has a number or secret of this kind.
    static func isIn(_ text: String) -> Bool {
        StepCounter.add(text.utf8.count)
        return hasLongNumber(text) || hasSecret(text) || hasAddress(text) || isNamed(text)
    }

    /// Seven digits or more in a row, with spaces, dots or hyphens between them: a telephone number has seven to
    /// fifteen (ITU-T E.164), a card 12 to 19 (ISO/IEC 7812), an IBAN up to 30 (ISO 13616).
    private static func hasLongNumber(_ text: String) -> Bool {
        var digits = 0
        var gap = 0
        for character in text {
            if character.isNumber {
                digits += 1
                gap = 0
                if digits >= 7 { return true }
            } else if " .-\u{A0}\u{202F}/()+".contains(character), gap < 2 {
                gap += 1
            } else {
                digits = 0
                gap = 0
            }
        }
        return false
    }

    /// A long run of letters and digits in no order that words have.
    private static func hasSecret(_ text: String) -> Bool {
        text.split(whereSeparator: { $0.isWhitespace || "'\"=:,()".contains($0) }).contains { piece in
            let letters = piece.contains(where: \.isLetter)
            let digits = piece.contains(where: \.isNumber)
            guard letters, digits else { return false }
            let cases = piece.contains(where: \.isUppercase) && piece.contains(where: \.isLowercase)
            return piece.count >= 16 || piece.count >= 8 && (cases || piece.contains { "!#$%&*@^_".contains($0) })
                || Self.accountNumber.begins(String(piece))
        }
    }

    private static func hasAddress(_ text: String) -> Bool { mail.isIn(text) || network.isIn(text) }

    /// Before the sign stand at most 64 characters (RFC 5321, section 4.5.3.1.1).
    private static let mail = Pattern(#"[\w.+-]{1,64}@[\w-]{1,255}\.[\w.]"#)
    private static let network = Pattern(#"\b\d{1,3}(\.\d{1,3}){3}\b"#)
    /// As an IBAN begins.
    private static let accountNumber = Pattern(#"[A-Z]{2}\d{2}[A-Z0-9]{4}"#)

    /// A secret that is called one: "my PIN is 4312", « mon code : 4312 ».
    private static func isNamed(_ text: String) -> Bool { secret.isIn(text) }

    private static let secret = Pattern(
        "\\b(\(names))\\b.{0,40}([0-9]{2,}|\\b(is|est|:)\\s*\\S)")
    private static let names = [
        "password", "passphrase", "pin", "passcode", "cvv", "cvc", "iban", "bic", "ssn", "ni number", "passport",
        "sort code", "account number",
        "card number", "licen[cs]e (number|plate)", "api.?key", "token", "secret", "mot de passe",
        "code (pin|secret|confidentiel|d'accès|de la porte|wifi)", "digicode",
        "numéro de (carte|compte|sécu|passeport|téléphone|dossier)",
        "num[eé]ro de sécurité", "sécurité sociale", "passeport", "carte (bleue|bancaire|d'identité)", "identifiant",
    ].joined(separator: "|")
}
