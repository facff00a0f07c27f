// SPDX-License-Identifier: Apache-2.0

extension BertConfig {
    /// Hyper-parameters of XLM-RoBERTa, as `config.json` spells them.
    ///
    /// It is BERT with other defaults, and with positions that are counted behind the number of the padding token: the
    /// first `pad_token_id + 1` rows of the table belong to no place in a text. Source: Conneau et al. 2020;
    /// transformers, `create_position_ids_from_input_ids`.
    init(xlmRoberta config: ConfigReader) throws(EmberError) {
        let rows = try config.integer("max_position_embeddings", in: 1...1 << 20, or: 514)
        let padding = try config.integer("pad_token_id", in: 0...1 << 24, or: 1)
        guard padding + 1 < rows else {
            throw config.fail(
                "pad_token_id", "is \(padding), behind which max_position_embeddings \(rows) leaves no place")
        }
        try self.init(
            config, positions: PositionRows(count: rows, padding: Int32(padding)), segments: 1, epsilon: 1e-5)
    }
}
