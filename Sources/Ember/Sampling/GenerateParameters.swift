// SPDX-License-Identifier: Apache-2.0

public import EmberGrammar
package import EmberJSON

/// How an answer is generated. What is `nil` follows the model's own `generation_config.json`,
/// else the value given here.
///
/// ```swift
/// var parameters = GenerateParameters()
/// parameters.temperature = 0  // always the likeliest token
/// parameters.maxTokens = 200
/// ```
public struct GenerateParameters: Sendable, Equatable {
    /// The most tokens of an answer; 2,048 unless said otherwise.
    public var maxTokens: Int?
    /// 0 takes the likeliest token; 1 samples what the model believes; more flattens it. 0.7 unless said otherwise.
    public var temperature: Float?
    /// Keep the likeliest tokens that together reach this probability, 0…1; 1 keeps all.
    public var topP: Float?
    /// Keep this many of the likeliest tokens; 0 keeps all.
    public var topK: Int?
    /// Keep tokens at least this likely in relation to the likeliest, 0…1; 0 keeps all.
    public var minP: Float?
    /// Above 1, tokens that have occurred become less likely; 1 changes nothing. Source: Keskar et
    /// al. 2019, CTRL, section 4.1.
    public var repetitionPenalty: Float?
    /// The same seed and prompt give the same answer where the same part of the prompt is in the cache and no other
    /// answer is computed with it: other groups of tokens are rounded otherwise. `nil` draws a new seed each time.
    public var seed: UInt64?
    /// Texts that end the answer; they are not part of it. A thought may have them.
    public var stop: [String] = []
    /// Guesses ahead where the text repeats itself; the answer is the same without, up to rounding, only slower.
    public var speculation = true
    /// The most tokens that a model may think before it answers: a longer thought is ended for it. 0 keeps it from
    /// thinking at all, `nil` lets it think as long as it likes. Of no effect where a model does not mark its thoughts.
    public var thinkingBudget: Int?
    /// Grammar that the answer must follow, such as JSON of a schema: no other text can come out. The answer ends where
    /// the grammar says, and always before `maxTokens` is used up.
    public var grammar: Grammar?
    /// Tells with each token how likely it was and which this many were the likeliest, 0…20; `nil` tells nothing.
    package var alternatives: Int?
    /// Goes on past the tokens that end an answer, unless there is a grammar. For measurements.
    public var ignoreEndOfSequence = false

    public init(
        maxTokens: Int? = nil, temperature: Float? = nil, topP: Float? = nil, topK: Int? = nil, minP: Float? = nil,
        repetitionPenalty: Float? = nil, seed: UInt64? = nil, stop: [String] = []
    ) {
        self.maxTokens = maxTokens
        self.temperature = temperature
        self.topP = topP
        self.topK = topK
        self.minP = minP
        self.repetitionPenalty = repetitionPenalty
        self.seed = seed
        self.stop = stop
    }
}

extension GenerateParameters {
    /// Tells whether the values lie in their ranges, before there is a model.
    /// - Throws: `EmberError` `.invalidParameter` for the first that does not.
    public func validate() throws(EmberError) { _ = try SamplingPlan(self, model: GenerationConfig()) }

    /// Variables for chat templates beside the conversation. A budget of 0 for thoughts asks the template to turn
    /// thinking off: both names are in use.
    package var templateVariables: JSONObject {
        thinkingBudget == 0 ? ["enable_thinking": false, "thinking": false] : JSONObject()
    }
}

/// Parameters with every question answered.
package struct SamplingPlan: Sendable, Equatable {
    var maxTokens: Int
    var temperature: Float
    var topP: Float
    var topK: Int
    var minP: Float
    var repetitionPenalty: Float
    var seed: UInt64
    var alternatives: Int?

    static let defaultMaxTokens = 2048
    static let defaultTemperature: Float = 0.7

    /// Settles what the caller left open: by the model's own settings, else by the defaults.
    /// - Throws: `EmberError` `.invalidParameter` for a value outside its range.
    package init(_ asked: GenerateParameters, model: GenerationConfig) throws(EmberError) {
        maxTokens = asked.maxTokens ?? model.maxTokens ?? Self.defaultMaxTokens
        temperature = asked.temperature ?? model.temperature ?? Self.defaultTemperature
        topP = asked.topP ?? model.topP ?? 1
        topK = asked.topK ?? model.topK ?? 0
        minP = asked.minP ?? model.minP ?? 0
        repetitionPenalty = asked.repetitionPenalty ?? model.repetitionPenalty ?? 1
        seed = asked.seed ?? UInt64.random(in: 0 ... .max)
        alternatives = asked.alternatives

        try Self.check("max tokens", Double(maxTokens), 1...Double(Int32.max))
        try Self.check("temperature", Double(temperature), 0...100)
        try Self.check("top-p", Double(topP), .leastNonzeroMagnitude...1)
        try Self.check("top-k", Double(topK), 0...Double(Int32.max))
        try Self.check("min-p", Double(minP), 0...1)
        try Self.check("repetition penalty", Double(repetitionPenalty), Double(0.01 as Float)...100)
        if let alternatives { try Self.check("alternatives", Double(alternatives), 0...20) }
        if let budget = asked.thinkingBudget {
            try Self.check("thinking budget", Double(budget), 0...Double(Int32.max))
        }
        guard asked.stop.isEmpty || asked.grammar == nil else {
            throw EmberError(
                .invalidParameter, "stop", "would cut a text short that a grammar wants whole; use one of the two")
        }
        guard !asked.stop.contains("") else {
            throw EmberError(.invalidParameter, "stop", "an empty text would end every answer at once")
        }
    }

    private static func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws(EmberError) {
        guard range.contains(value) else {  // NaN is in no range
            let lowest = range.lowerBound == .leastNonzeroMagnitude ? "above 0" : "from \(plain(range.lowerBound))"
            throw EmberError(
                .invalidParameter, name, "is \(plain(value)), expected a number \(lowest) to \(plain(range.upperBound))"
            )
        }
    }

    /// A number as people write it: 3 rather than 3.0.
    private static func plain(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        return "\(Float(value))"
    }
}
