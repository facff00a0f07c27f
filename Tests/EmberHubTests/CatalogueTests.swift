// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import EmberHub

@Suite struct CatalogueTests {
    @Test func `no model is listed twice, and two are suggested`() {
        #expect(Set(Catalogue.entries.map(\.model)).count == Catalogue.entries.count)
        let suggested = Catalogue.entries.filter(\.isSuggested).map { "\($0.model)" }
        #expect(suggested == ["mlx-community/Llama-3.2-1B-Instruct-4bit", "mlx-community/Qwen3-1.7B-4bit"])
    }

    /// docs/performance.md: Llama 3.2 1B in 4 bits, 21.7 GB/s, 28 tokens a second and 877 MB.
    @Test func `the estimates agree with what was measured`() throws {
        let needs = ModelNeeds(try #require(Catalogue.entries.first))
        #expect((24...30).contains(needs.tokensPerSecond(bandwidth: 21.7e9)))
        #expect((800_000_000...1_100_000_000).contains(needs.memory))
    }

    @Test func `fit follows from the memory there is`() {
        let needs = ModelNeeds(weights: 1_000_000_000, bytesPerToken: 0)
        #expect(needs.fit(in: MachineMemory(total: 8_000_000_000, available: 4_000_000_000)) == .comfortable)
        #expect(needs.fit(in: MachineMemory(total: 8_000_000_000, available: 500_000_000)) == .tight)
        #expect(needs.fit(in: MachineMemory(total: 1_000_000_000, available: 900_000_000)) == .tooLarge)
    }

    @Test func `the system's account of its memory is understood`() {
        let text = "MemTotal:       16316412 kB\nMemAvailable:    9876543 kB\nHugePages_Total:       0\n"
        #expect(MachineMemory.meminfo(text, "MemAvailable") == 9_876_543 * 1024)
        #expect(MachineMemory.meminfo(text, "MemFree") == nil)
        let here = MachineMemory.here
        #expect(here.total > 0 && here.available > 0 && here.available <= here.total)
    }
}
