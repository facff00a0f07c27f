// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HearthWeb

extension Launch {
    /// How this process was started.
    init(environment: [String: String]) {
        let process = ProcessInfo.processInfo
        let program = Bundle.main.executableURL ?? URL(filePath: process.arguments.first ?? "hearth")
        self.init(
            program: program.resolvingSymlinksInPath(), arguments: Array(process.arguments.dropFirst()),
            environment: environment, process: process.processIdentifier,
            controlGroup: try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8))
    }

    /// - Parameters:
    ///   - program: where it lies, without links.
    ///   - arguments: those that it was started with, without its name.
    ///   - process: its number. Programs that a service starts have the service's environment too, but another number.
    ///   - controlGroup: what the kernel says of its control groups, which are named after services.
    package init(
        program: URL, arguments: [String], environment: [String: String], process: Int32, controlGroup: String?
    ) {
        self.init()
        let place = Place(program)
        let options = arguments.filter { $0 != "serve" }
        startOpen = place.inFolder("\(place.name) serve --lan")
        // Source: systemd.exec(5), SYSTEMD_EXEC_PID.
        if environment["SYSTEMD_EXEC_PID"] == String(process) {
            let service = Service(controlGroup ?? "")
            start = service.control("systemctl", "start")
            startForStrangers = service.control("systemctl", "restart")
            startOpen = "\(service.control("systemctl", "stop")) && \(startOpen)"
            log = service.control("journalctl", "-u") + " | grep token= | tail -n 1"
        } else {
            let typed = options.map { " \(quotedForShell($0))" }.joined()
            let usual = place.usual ?? "\(place.name) serve"
            start = place.inFolder(typed.isEmpty ? usual : "\(place.name) serve\(typed)")
            startForStrangers = typed.isEmpty ? usual : "\(place.name) serve"
        }
    }

    /// The program's place, and the command that people type there.
    private struct Place {
        /// The folder to be in; `nil` where the shell finds the program by its name.
        let folder: String?
        let name: String
        /// The command that starts it without options, if that is another one.
        let usual: String?

        init(_ program: URL) {
            let (path, file) = (program.path, program.lastPathComponent)
            let parent = program.deletingLastPathComponent()
            if let build = path.range(of: "/.build/", options: .backwards) {
                // The build's folder names the machine; a link beside it does not.
                let kind = parent.lastPathComponent
                folder = String(path[..<build.lowerBound])
                name = ".build/\(kind)/\(file)"
                usual = kind == "release" ? "make run" : nil
            } else if path.hasPrefix("/usr/") {
                (folder, name, usual) = (nil, file, nil)
            } else {
                (folder, name, usual) = (parent.path, "./\(file)", nil)
            }
        }

        func inFolder(_ command: String) -> String {
            folder.map { "cd \(quotedForShell($0)) && \(command)" } ?? command
        }
    }

    /// A service of systemd, the user's or the machine's.
    private struct Service {
        var name = "hearth"
        var isOfUser = true

        /// - Parameter groups: lines such as
        ///   `0::/user.slice/user-1000.slice/user@1000.service/app.slice/hearth.service`.
        init(_ groups: String) {
            let paths = groups.split(separator: "\n").compactMap { $0.split(separator: ":", maxSplits: 2).last }
            let services = paths.map { $0.split(separator: "/").filter { $0.hasSuffix(".service") } }
            guard let names = services.max(by: { $0.count < $1.count }), let last = names.last,
                last.wholeMatch(of: /[A-Za-z0-9:_.@-]{1,200}/) != nil
            else { return }
            name = String(last.dropLast(".service".count))
            isOfUser = names.count > 1 && names[0].hasPrefix("user@")
        }

        func control(_ program: String, _ verb: String) -> String {
            "\(isOfUser ? "\(program) --user" : "sudo \(program)") \(verb) \(name)"
        }
    }
}

/// As a shell reads it as one word.
private func quotedForShell(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: /[A-Za-z0-9_.,:=@%+\/-]+/) != nil
    let escaped = text.replacing("'", with: #"'\''"#)
    return isPlain ? text : "'\(escaped)'"
}
