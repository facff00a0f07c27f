// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// The download of a model.
struct DownloadPage: Page {
    static let template = "download"

    let title: String
    let explanation: String
    let icon: String
    let download: DownloadView
    /// Whether another model can be talked to meanwhile.
    let canChat: Bool
    let cancelWords: String

    /// Whether a part of it is here.
    let isBegun: Bool

    init(_ download: ModelDownload, canChat: Bool, _ say: Phrases) {
        isBegun = download.received > 0
        let view = DownloadView(download, say)
        self.download = view
        self.canChat = canChat
        (title, explanation, icon) =
            switch download.phase {
            case .running, .checking, .done:
                (say("download.title"), say("download.explanation", ["model": view.label]), "download")
            case .paused: (say("download.pausedTitle"), say("download.pausedExplanation"), "download")
            case .failed:
                (say("download.failedTitle"), say("download.failedExplanation", ["model": view.label]), "unreachable")
            }
        cancelWords =
            isBegun ? say("download.cancelAndRemove", ["size": say.bytes(download.received)]) : say("download.cancel")
    }
}

/// A download in words and as a bar.
struct DownloadView: Sendable, Equatable, Encodable {
    let name: String
    let label: String
    let pieces: [String]
    /// 0…100.
    let percent: Int
    let amount: String
    let state: String
    let speed: String
    let timeLeft: String
    let isRunning: Bool
    let isPaused: Bool
    let fault: String?
    /// Names the installed files that it replaces, in a sentence.
    let replaces: String?
    let isDone: Bool
    /// All of it in a sentence, for those who do not see the bar.
    let spoken: String

    init(_ download: ModelDownload, _ say: Phrases) {
        let fraction = Double(download.received) / Double(max(1, download.total))
        let part = say.percent(fraction)
        name = download.name
        label = shortName(download.name)
        pieces = breakable(label)
        percent = Int(min(1, fraction) * 100)
        // Nobody knows how much it is before its list of files has arrived.
        amount =
            download.total == 0
            ? "" : say("download.amount", ["part": say.bytes(download.received), "of": say.bytes(download.total)])
        var fault: String?
        switch download.phase {
        case .running: state = part
        case .checking: state = say("download.checking")
        case .paused: state = say("download.paused")
        case .done: state = say("download.done")
        case .failed(let error):
            state = say("download.stoppedAt", ["percent": part])
            fault = say.fault(of: error)
        }
        self.fault = fault
        replaces = download.replaced.first.map { first in
            say("download.replaces", ["file": download.replaced.count == 1 ? first : "\(first), …"])
        }
        isRunning = download.phase == .running || download.phase == .checking
        isPaused = download.phase == .paused
        isDone = download.phase == .done
        let rate = download.phase == .running ? download.bytesPerSecond.flatMap { $0 > 0 ? $0 : nil } : nil
        speed = rate.map { "\(say.bytes(Int($0)))/s" } ?? ""
        let left = rate.map { say.seconds(Double(download.total - download.received) / $0) }
        timeLeft = left.map { say("download.left", ["time": $0]) } ?? ""
        spoken =
            say("download.spoken", ["percent": part]) + (left.map { ", " + say("download.left", ["time": $0]) } ?? "")
    }
}

extension Phrases {
    /// Why a model cannot be fetched or removed.
    func fault(of error: LibraryError) -> String {
        let fault = self("fetching.\(error.code.rawValue)", ["place": error.place])
        return error.reason.map { "\(fault) \(self("fetching.reason", ["reason": $0]))" } ?? fault
    }
}
