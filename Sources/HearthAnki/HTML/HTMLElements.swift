// SPDX-License-Identifier: Apache-2.0

/// The elements of HTML, and what becomes of them. Source: the HTML standard, "Index: Elements" and section 16
/// (obsolete ones).
enum HTMLElements {
    /// Shown, with the attributes that `SanitisedHTML` allows.
    static let allowed: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "dd", "del", "dfn", "div", "dl",
        "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre",
        "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "tfoot",
        "th", "thead", "tr", "u", "ul", "var", "wbr",
    ]

    /// Left out with all that is in them.
    static let dropped: Set<String> = [
        "applet", "audio", "canvas", "frameset", "head", "iframe", "math", "noembed", "noframes", "noscript", "object",
        "picture", "plaintext", "script", "select", "style", "svg", "template", "textarea", "title", "video", "xmp",
    ]

    /// The tag is left out; what is in it stays.
    private static let unwrapped: Set<String> = [
        "acronym", "address", "area", "article", "aside", "base", "basefont", "big", "blink", "body", "button",
        "center", "col", "colgroup", "data", "datalist", "details", "dialog", "dir", "embed", "fieldset", "figcaption",
        "figure", "font", "footer", "form", "frame", "header", "hgroup", "html", "input", "label", "legend", "link",
        "main", "map", "marquee", "menu", "meta", "meter", "nav", "nobr", "optgroup", "option", "output", "param",
        "progress", "rb", "rtc", "search", "section", "slot", "source", "strike", "summary", "time", "track", "tt",
    ]

    static let known = allowed.union(dropped).union(unwrapped)

    /// Have no content and no end tag.
    static let void: Set<String> = ["br", "hr", "img", "wbr"]

    /// Begin and end on a line of their own.
    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog",
        "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot",
        "thead", "tr", "ul",
    ]
}
