// SPDX-License-Identifier: Apache-2.0

import EmberHub
import Foundation

/// How far a download is, on standard error: one line that changes where a person sits there, else a line for each
/// tenth.
struct DownloadLine {
    private let model: ModelID
    private let isLive = StandardStream.error.isTerminal
    private var shown = 0
    private var tenth = -1
    private var hasWarned = false
    private var last: DownloadProgress

    init(_ model: ModelID) {
        self.model = model
        last = DownloadProgress(model: model)
    }

    /// How far it came: `43 %, 312 of 712 MB`.
    var state: String {
        guard last.total > 0 else { return "the start" }
        return "\(Int(last.fraction * 100)) %, \(ByteText.of(last.bytes)) of \(ByteText.of(last.total))"
    }

    mutating func show(_ progress: DownloadProgress) {
        if progress.total > 0 { last = progress }
        warnOnce(progress)
        if isLive { return draw(text(progress)) }
        let now = Int(progress.fraction * 10)
        guard progress.total > 0, now > tenth, !progress.phase.isEnd else { return }
        tenth = now
        StandardStream.error.write("\(text(progress))\n")
    }

    /// Says, before gigabytes are fetched, that the model will not fit, or which weights it takes the place of.
    private mutating func warnOnce(_ progress: DownloadProgress) {
        guard progress.total > 0, !hasWarned else { return }
        hasWarned = true
        if let first = progress.replaced.first {
            let others = progress.replaced.count - 1
            let more = others == 0 ? "" : others == 1 ? " and 1 more file" : " and \(others) more files"
            clear()
            StandardStream.error.write(
                "hearth: this takes the place of \(line: first)\(more), which \(model) has now\n")
        }
        let needs = ModelNeeds(weights: progress.total)
        let machine = MachineMemory.here
        guard needs.fit(in: machine) == .tooLarge else { return }
        clear()
        StandardStream.error.write(
            "hearth: \(model) will need about \(ByteText.of(needs.memory)) of memory; this machine has "
                + "\(ByteText.of(machine.total))\n")
    }

    private func text(_ progress: DownloadProgress) -> String {
        switch progress.phase {
        case .listing: return "\(model): asking which files there are"
        case .waiting(let pause): return "\(model): trying again in \(Int((pause / .seconds(1)).rounded(.up))) s"
        case .verifying: return "\(model): checking \(file(progress))"
        case .installing: return "\(model): putting it in its place"
        case .finished, .paused, .cancelled, .failed: return ""
        case .downloading: break
        }
        var parts = ["\(model): \(Int(progress.fraction * 100)) %"]
        parts.append("\(ByteText.of(progress.bytes)) of \(ByteText.of(progress.total))")
        if let rate = progress.bytesPerSecond { parts.append("\(ByteText.of(Int(rate)))/s") }
        if let seconds = progress.secondsLeft { parts.append("\(Self.time(seconds)) left") }
        parts.append(file(progress))
        return parts.joined(separator: ", ")
    }

    private func file(_ progress: DownloadProgress) -> String { Sanitizer.line(progress.file ?? "") }

    /// `45 s`, `12 min`, `3 h 20 min`
    private static func time(_ seconds: Double) -> String {
        guard seconds < 1e6 else { return "days" }
        let whole = Int(seconds.rounded(.up))
        if whole < 90 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    private mutating func draw(_ text: String) {
        let width = text.columns
        StandardStream.error.write("\r\(text)\(String(repeating: " ", count: max(0, shown - width)))")
        shown = width
    }

    private mutating func clear() {
        guard isLive, shown > 0 else { return }
        StandardStream.error.write("\r\(String(repeating: " ", count: shown))\r")
        shown = 0
    }

    mutating func end() { clear() }
}
