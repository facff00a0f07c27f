// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthWeb
import Testing

/// The commands by which the pages say how Hearth is started again.
@Suite struct LaunchTests {
    private func launch(
        _ program: String, _ arguments: [String] = ["serve"], environment: [String: String] = [:], group: String? = nil
    ) -> Launch {
        Launch(
            program: URL(filePath: program), arguments: arguments, environment: environment, process: 77,
            controlGroup: group)
    }

    @Test func `a build is started with make, in its folder`() {
        let program = "/home/ada/hearth/.build/x86_64-unknown-linux-gnu/release/hearth"
        let plain = launch(program)
        #expect(plain.start == "cd /home/ada/hearth && make run" && plain.startForStrangers == "make run")
        #expect(plain.startOpen == "cd /home/ada/hearth && .build/release/hearth serve --lan")
        #expect(plain.log == nil)
        let open = launch(program, ["serve", "--lan", "--name", "my house"])
        #expect(open.start == "cd /home/ada/hearth && .build/release/hearth serve --lan --name 'my house'")
        #expect(open.startForStrangers == ".build/release/hearth serve")
        let debug = launch("/home/ada's/.build/debug/hearth", [])
        #expect(debug.start == #"cd '/home/ada'\''s' && .build/debug/hearth serve"#)
    }

    @Test func `a package is found by its name, and a tarball's program lies in a folder`() {
        #expect(launch("/usr/lib/hearth/hearth", []).start == "hearth serve")
        #expect(launch("/usr/lib/hearth/hearth", ["serve", "--port", "5000"]).start == "hearth serve --port 5000")
        let tarball = launch("/opt/hearth-0.1/hearth", [])
        #expect(tarball.start == "cd /opt/hearth-0.1 && ./hearth serve")
        #expect(tarball.startForStrangers == "./hearth serve")
        #expect(tarball.startOpen == "cd /opt/hearth-0.1 && ./hearth serve --lan")
    }

    @Test func `a service is started by systemd, and its log has the address`() {
        let program = "/usr/lib/hearth/hearth"
        let user = launch(
            program, environment: ["SYSTEMD_EXEC_PID": "77"],
            group: "0::/user.slice/user-1000.slice/user@1000.service/app.slice/hearth.service\n")
        #expect(user.start == "systemctl --user start hearth")
        #expect(user.startForStrangers == "systemctl --user restart hearth")
        #expect(user.startOpen == "systemctl --user stop hearth && hearth serve --lan")
        #expect(user.log == "journalctl --user -u hearth | grep token= | tail -n 1")
        let system = launch(
            program, environment: ["SYSTEMD_EXEC_PID": "77"], group: "0::/system.slice/companion.service\n")
        #expect(system.start == "sudo systemctl start companion")
        #expect(system.log == "sudo journalctl -u companion | grep token= | tail -n 1")
        // A name that a shell would read as something else is not repeated.
        let strange = launch(program, environment: ["SYSTEMD_EXEC_PID": "77"], group: "0::/a;rm -rf.service\n")
        #expect(strange.start == "systemctl --user start hearth")
    }

    @Test func `a terminal that a service opened is no service`() {
        let terminal = launch(
            "/usr/lib/hearth/hearth", environment: ["SYSTEMD_EXEC_PID": "12"],
            group: "0::/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.service\n")
        #expect(terminal.start == "hearth serve" && terminal.log == nil)
    }
}
