// SPDX-License-Identifier: Apache-2.0

/// The ids of words seen before, so that a common word is merged once.
///
/// Bounded: when the table or a text buffer is full, everything is forgotten and filling starts again. A cache belongs
/// to one call at a time.
struct WordCache {
    private struct Entry: BitwiseCopyable {
        var hash: UInt32
        var textStart: UInt32
        var textLength: UInt32
        var idStart: UInt32
        var idCount: UInt32
    }

    /// Longer words are rare and would fill the buffers.
    static let longestWord = 128
    private static let mostEntries = 1 << 16

    private var slots: [Entry] = []
    private var used = 0
    private var text: [UInt8] = []
    private var ids: [UInt32] = []

    /// Appends the ids of a word that is known; tells whether it was.
    @inline(__always)
    func find(_ word: UnsafePointer<UInt8>, _ length: Int, _ hash: Int, into result: inout [UInt32]) -> Bool {
        guard !slots.isEmpty else { return false }
        return slots.withUnsafeBufferPointer { slots in
            let mask = slots.count - 1
            let tag = UInt32(truncatingIfNeeded: hash >> 20)
            var slot = hash & mask
            while true {
                let entry = slots[slot]
                if entry.textLength == 0 { return false }
                if entry.hash == tag, Int(entry.textLength) == length,
                    text.withUnsafeBufferPointer({ bytes in
                        bytes.baseAddress.map { sameBytes($0 + Int(entry.textStart), word, length) } ?? false
                    })
                {
                    if entry.idCount == 1 {
                        result.append(ids[Int(entry.idStart)])
                    } else {
                        result.append(contentsOf: ids[Int(entry.idStart)..<Int(entry.idStart + entry.idCount)])
                    }
                    return true
                }
                slot = (slot + 1) & mask
            }
        }
    }

    /// Remembers a word of 1 to `longestWord` bytes that is not known yet.
    mutating func insert(_ word: UnsafePointer<UInt8>, _ length: Int, _ hash: Int, _ wordIDs: ArraySlice<UInt32>) {
        if used * 2 >= slots.count { grow() }
        let entry = Entry(
            hash: UInt32(truncatingIfNeeded: hash >> 20), textStart: UInt32(text.count), textLength: UInt32(length),
            idStart: UInt32(ids.count), idCount: UInt32(wordIDs.count))
        text.append(contentsOf: UnsafeBufferPointer(start: word, count: length))
        ids.append(contentsOf: wordIDs)
        place(entry, hash)
        used += 1
    }

    private mutating func place(_ entry: Entry, _ hash: Int) {
        let mask = slots.count - 1
        var slot = hash & mask
        while slots[slot].textLength != 0 { slot = (slot + 1) & mask }
        slots[slot] = entry
    }

    private mutating func grow() {
        let empty = Entry(hash: 0, textStart: 0, textLength: 0, idStart: 0, idCount: 0)
        if slots.count >= Self.mostEntries {
            slots = [Entry](repeating: empty, count: slots.count)
            used = 0
            text.removeAll(keepingCapacity: true)
            ids.removeAll(keepingCapacity: true)
            return
        }
        let old = slots
        slots = [Entry](repeating: empty, count: max(512, old.count * 4))
        text.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for entry in old where entry.textLength != 0 {
                place(entry, hashBytes(base + Int(entry.textStart), Int(entry.textLength)))
            }
        }
    }
}
