// SPDX-License-Identifier: Apache-2.0

public import EmberJSON

/// A model's chat template: Jinja, run as transformers runs it.
///
/// The environment is the immutable sandbox with `trim_blocks` and `lstrip_blocks`, loop controls, the `generation`
/// tag, `tojson` without HTML escapes, `raise_exception` and `strftime_now`. Source: transformers,
/// `utils/chat_template_utils.py`; the language is that of Jinja 3.1.
/// ```swift
/// let variables = JSONObject([
///     "messages": [["role": "user", "content": "Hi"]], "tools": .null, "add_generation_prompt": true,
/// ])
/// let prompt = try ChatTemplate(source).render(variables, now: TemplateClock(Date()))
/// ```
public struct ChatTemplate: Sendable {
    private let body: [Statement]
    private let names: NameTable

    /// - Throws: `.syntax`, `.unsupported` or `.limit`, with the place in the template.
    public init(_ source: String) throws(TemplateError) {
        (body, names) = try DeepStack.run(stackBytes: TemplateLimits.standard.stackBytes) {
            () throws(TemplateError) in try Parser.parse(source)
        }
    }

    /// Variables that hold a model's own control tokens.
    public static let specialTokenNames: Set<String> = [
        "bos_token", "eos_token", "unk_token", "pad_token", "sep_token", "cls_token", "mask_token",
        "additional_special_tokens", "image_token", "audio_token", "video_token", "eot_token", "eom_token",
    ]

    /// Writes the prompt.
    ///
    /// - Parameters:
    ///   - variables: `messages`, `tools`, `add_generation_prompt`, special tokens and whatever else the template
    ///     reads. A variable that transformers passes as None has to be here as null: templates tell null from missing.
    ///   - trusted: names of variables whose text may act as control tokens; every other text is marked `literal`.
    ///   - now: what `strftime_now` shows.
    /// - Throws: what went wrong and where; `.raised` carries the template's own message.
    public func render(
        _ variables: JSONObject, trusted: Set<String> = ChatTemplate.specialTokenNames, now: TemplateClock,
        limits: TemplateLimits = .standard
    ) throws(TemplateError) -> RenderedPrompt {
        let (body, names) = (body, names)
        return try DeepStack.run(stackBytes: limits.stackBytes) { () throws(TemplateError) in
            let values = try Self.values(of: variables, readBy: names, trusted)
            return try Interpreter(names: names, limits: limits, clock: now).run(body, variables: values)
        }
    }

    /// The variables that a template mentions.
    private static func values(
        of variables: JSONObject, readBy names: NameTable, _ trusted: Set<String>
    ) throws(TemplateError) -> [(name: String, value: Value)] {
        var values: [(name: String, value: Value)] = []
        for (name, json) in Messages.prepared(variables) where names.existingID(of: name) != nil {
            let isMessages = name == "messages"
            values.append(
                (name, isMessages ? try Value(messages: json) : try Value(json, literal: !trusted.contains(name))))
        }
        return values
    }
}
