// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Text written and read in every script and at every length, and what stands beside it.
@Suite struct ReadingTests {
    @Test func `whatever people and models write goes by its own direction`() async throws {
        let answer = "# عنوان\n\nنص\n\n- بند\n\n> قول\n\n| اسم |\n|---|\n| تفاح |"
        let app = try await TestApp(ScriptedModel(saying: answer))
        let id = try await app.answered("سؤال").session
        try await app.test { browser in
            let page = try await browser.get("/chat/\(id)/details").text
            for element in [
                "h1 class=\"h\"", "textarea id=\"message\" name=\"message\"", "p class=\"bubble\"", "h3", "p", "ul",
                "blockquote", "h2 class=\"heading\" id=\"sheet-title\"",
                "input class=\"input\" id=\"session-title\" name=\"title\"",
                "textarea class=\"input\" id=\"session-instructions\" name=\"instructions\"",
            ] {
                #expect(page.contains("<\(element) dir=\"auto\""), "\(element)")
            }
            #expect(page.contains("<div dir=\"auto\" class=\"tablewrap\""))
            #expect(page.contains("name=\"message\" dir=\"auto\" rows=\"3\""))
            // In the sidebar, too.
            #expect(page.contains("aria-current=\"true\"><span dir=\"auto\">"))
            let history = try await browser.get("/history").text
            #expect(history.contains("<span class=\"clip1\" dir=\"auto\">"))
            #expect(history.contains("<span class=\"small clip1\" dir=\"auto\">"))
            #expect(history.contains("type=\"search\" dir=\"auto\""))
            #expect(try await browser.get("/settings/answers").text.contains("name=\"instructions\" dir=\"auto\""))
        }
    }

    @Test func `a long message folds, and all of it is there`() async throws {
        let app = try await TestApp()
        let words = String(repeating: "0123456789", count: 1_000)
        let long = try await app.answered(words).session
        let lines = try await app.answered(String(repeating: "x\n", count: 30) + "end").session
        let short = try await app.answered(String(repeating: "é", count: 500)).session
        try await app.test { browser in
            let page = try await browser.get("/chat/\(long)").text
            #expect(page.contains("Show all 10,000 characters"))
            #expect(page.contains("<p class=\"bubble folded\" dir=\"auto\">0123456789"))
            #expect(try await browser.get("/chat/\(lines)").text.contains("class=\"bubble folded\""))
            #expect(try await !browser.get("/chat/\(short)").text.contains("class=\"bubble folded\""))
        }
    }

    @Test func `a new chat is there to be written in, and an edit can be given up`() async throws {
        let app = try await TestApp()
        let id = try await app.answered("Why?").session
        try await app.test { browser in
            for path in ["/chat/new", "/chat/new?temporary=1"] {
                #expect(try await browser.get(path).text.contains("autocomplete=\"off\" autofocus></textarea>"))
            }
            let page = try await browser.get("/chat/\(id)").text
            #expect(!page.contains("autofocus"))
            #expect(page.contains("type=\"reset\">Cancel</button>"))
        }
    }

    // MARK: Models

    @Test func `a folder or a name that cannot be is said beside its field, and stays in it`() async throws {
        try await TestApp(library: ScriptedLibrary.sample).test { browser in
            let folder = try await browser.post("/models/link", ["path": "/home/<nora>/models"])
            #expect(folder.status == .badRequest)
            #expect(folder.text.contains("value=\"/home/&lt;nora&gt;/models\""))
            #expect(folder.text.contains("id=\"path-fault\" role=\"alert\">/home/&lt;nora&gt;/models does not"))
            #expect(folder.text.components(separatedBy: "aria-invalid=\"true\"").count == 2)
            let name = try await browser.post(
                "/models/fetch", ["name": "nonsense", "typed": "1", "back": "/settings/models"])
            #expect(name.status == .badRequest && name.text.contains("<h1 class=\"large\">Models</h1>"))
            #expect(name.text.contains("value=\"nonsense\"") && name.text.contains("id=\"hf-fault\""))
            #expect(try await !browser.get("/settings/models").text.contains("aria-invalid"))
        }
    }

    private static let pocket: ModelState = {
        var state = ModelState(name: "hearth/pocket", phase: .loaded)
        state.isBuiltIn = true
        return state
    }()

    @Test func `Pocket has its card, and answers at once`() async throws {
        let model = ScriptedModel(state: Self.pocket) { _ in .of([]) }
        try await TestApp(model, library: ScriptedLibrary.sample).test { browser in
            let page = try await browser.get("/welcome/model").text
            #expect(page.contains("value=\"hearth/pocket\" data-action=\"Use Pocket\""))
            #expect(page.contains("Comes with Hearth. Good for a first hello"))
            #expect(page.contains("Start with Pocket now"))
            let used = try await browser.post("/models/fetch", ["name": "hearth/pocket"])
            #expect(used.location == "/chat")
        }
        try await TestApp(library: ScriptedLibrary.sample).test { browser in
            let page = try await browser.get("/welcome/model").text
            #expect(!page.contains("Start with Pocket now"))
        }
    }

    @Test(arguments: [
        (ModelDownload.Phase.paused, "The download of Llama 3.2 1B is paused."),
        (.failed(LibraryError(.connection, "hub.example")), "The download of Llama 3.2 1B stopped."),
    ])
    func `a download that stands still is not said to run`(phase: ModelDownload.Phase, words: String) async throws {
        let model = ScriptedModel(state: Self.pocket) { _ in .of([]) }
        let name = "mlx-community/Llama-3.2-1B-Instruct-4bit"
        let library = ScriptedLibrary(
            [ModelDownload(name: name, phase: phase, received: 0, total: 0)], offers: ScriptedLibrary.sample.all)
        try await TestApp(model, library: library).test { browser in
            let page = try await browser.get("/chat/new").text
            #expect(page.contains(words) && !page.contains("is downloading") && !page.contains("data-arriving"))
            let download = try await browser.get("/models/download?name=\(name)").text
            #expect(download.contains("0\u{A0}B of 700\u{A0}MB") || download.contains("0\u{A0}kB of 700\u{A0}MB"))
            #expect(!download.contains("already downloaded is kept.</div>"))
        }
    }

    @Test func `a download starts with one tap while Pocket answers`() async throws {
        let model = ScriptedModel(state: Self.pocket) { _ in .of([]) }
        let library = ScriptedLibrary([], offers: ScriptedLibrary.sample.all)
        try await TestApp(model, library: library).test { browser in
            let page = try await browser.get("/chat/new").text
            let name = "mlx-community/Qwen3-1.7B-4bit"
            #expect(page.contains("name=\"name\" value=\"\(name)\">Download Qwen3 1.7B, 1.0\u{A0}GB</button>"))
            let begun = try await browser.post("/models/fetch", ["name": name, "back": "/chat/new"])
            #expect(begun.location == "/chat/new")
            let after = try await browser.get(begun.location).text
            #expect(after.contains("data-arriving") && after.contains("Qwen3 1.7B is downloading: 0%"))
            #expect(after.contains("href=\"/models/download?name=\(name)\""))
            #expect(!after.contains("Download Qwen3 1.7B"))
            library.set([])
            model.set(.ready)
            #expect(try await !browser.get("/chat/new").text.contains("id=\"small\""))
        }
    }
}
