// SPDX-License-Identifier: Apache-2.0

import Testing

/// The measuring itself, on samples whose sizes can be counted by hand.
@Suite struct SourceTextTests {
    private func functions(_ text: String) -> [SourceText.Function] { SourceText(text).functions }

    @Test func `a function has the lines from its keyword to its brace`() {
        let sample = """
            struct A {
                /// Its comment does not count.
                public func one(
                    _ x: Int
                ) -> Int {
                    x
                }

                init() {}
            }
            """
        #expect(
            functions(sample) == [.init(name: "func one", line: 3, lines: 5), .init(name: "init", line: 9, lines: 1)])
    }

    /// Each of these has one function of three lines, whatever is written in its second.
    @Test(arguments: [
        #"let x = "}""#, #"let x = "\"}""#, ##"let x = #"\"}"#"##, #"let x = "\(y["}"] ?? "{")}""#,
        ##"let x = #"{\#(f("}"))"#"##, "// }", "/* } /* } */ } */", "let `}` = 1", "let x = #/}/#",
        #"f(/["}]\/"/)"#, #"let x = (a / b) + "}".count / 2"#,
        #"let x = "//"; let y = "}""#,
        #"let x = "\\""#, "let x = 1 / 2 // {", "let 日本 = 1", "Self.init(x); self.func",
    ])
    func `literals and comments do not count`(line: String) {
        #expect(functions("func f() {\n    \(line)\n}\nlet y = 1\n}").map(\.lines) == [3])
    }

    @Test func `a literal may have several lines`() {
        let sample = #"func f() {"# + "\n\"\"\"\n } \"} \\(g { \"}\" })\n\"\"\"\n}\nfunc g() {}\n"
        #expect(functions(sample).map(\.lines) == [5, 1])
    }

    @Test func `functions inside others are measured too`() {
        #expect(functions("func f() {\n    func g() {\n    }\n}\n").map(\.lines) == [4, 2])
    }

    @Test func `what has no body is no function`() {
        let sample = """
            protocol P {
                var a: Int { get }
                func f(_ g: () -> Void) throws -> Int
                init?(b: Int)
                func h()
            }
            struct S {
                var b = [1].map { $0 }
                var c: Int
                func i() {}
            }
            """
        #expect(functions(sample).map(\.name) == ["var a: Int ", "func i"])
    }

    @Test func `a body may follow on a later line`() {
        let sample = """
            func f<
                A, B
            >(_ a: A) -> B
            where
                A: Sequence,
                B: Sequence
            {
            }
            """
        #expect(functions(sample).map(\.lines) == [8])
    }

    @Test func `a computed property is measured and known as one`() throws {
        let found = functions("var a: Int {\n    1\n}\n")
        #expect(found == [.init(name: "var a: Int ", line: 1, lines: 3)])
        #expect(try #require(found.first).isProperty)
    }

    @Test func `only comments have a greatest width, in characters`() {
        let sample = """
            // 456789
            // 4567890
            let a = 123456
            let b = "// 5678"
            x // 67890
            // 45 é 日
            /* 4
             567890123 */ y
            """
        #expect(SourceText(sample).wideComments(columns: 10) == [8])
        #expect(SourceText(sample).wideComments(columns: 9) == [2, 5, 8])
    }

    @Test func `C has characters in quotes and no comments inside comments`() {
        #expect(SourceText("x = '\"'; // 4567\n/* /* */ y = 1;\n", .c).wideComments(columns: 12) == [1, 2])
        #expect(SourceText("x = \"/*\";\nint long_name;\n", .c).wideComments(columns: 8).isEmpty)
        #expect(SourceText("/* /* */\nint long_name;\n", .c).wideComments(columns: 8).isEmpty)
    }
}
