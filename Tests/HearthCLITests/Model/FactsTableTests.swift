// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthCLI
import Testing

@Suite struct FactsTableTests {
    @Test(
        arguments: [
            ("parameters", 1_235_814_400, "parameters  1,235,814,400"), ("layers", 16, "layers  16"),
            ("context", 1024, "context  1,024"), ("context", 1_000_000, "context  1,000,000"),
            ("weight_bytes", 695_377_920, "weight  695 MB"),
            ("cache_bytes_per_token", 32_768, "cache per token  32.8 kB"),
            ("memory_bytes_at_4096_tokens", 829_595_648, "memory at 4096 tokens  830 MB"),
            ("x_bytes", 12, "x  12 bytes"),
        ] as [(String, Int, String)])
    func `whole numbers are shown with their units`(key: String, value: Int, row: String) {
        #expect("\(FactsTable(facts: JSONObject([key: .integer(value)])))" == row)
    }

    @Test func `measurements are rounded to what they can tell`() {
        let facts = JSONObject([
            "prefill_tokens_per_second": 293.84298, "decode_tokens_per_second": ["8": 30.738, "2048": 25.94],
            "load_seconds": 1.158, "read_bandwidth_bytes_per_second": 22_018_409_355.4, "isa": "avx512",
        ])
        #expect(
            "\(FactsTable(facts: facts))" == """
                prefill         293.8 tokens/s
                decode          30.7 tokens/s at depth 8, 25.9 tokens/s at depth 2048
                load            1.16 s
                read bandwidth  22.0 GB/s
                isa             avx512
                """)
    }
}
