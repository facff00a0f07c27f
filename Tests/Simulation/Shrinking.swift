// SPDX-License-Identifier: Apache-2.0

/// Leaves out steps as long as what is left fails in the same way.
///
/// Source: Zeller and Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input", ddmin.
package func shrink(_ steps: [Int], fails: ([Int]) -> Bool) -> [Int] {
    var (steps, parts) = (steps, 2)
    while steps.count > 1 {
        let size = max(1, (steps.count + parts - 1) / parts)
        var isSmaller = false
        var start = 0
        while start < steps.count {
            let rest = Array(steps[..<start] + steps[min(start + size, steps.count)...])
            if !rest.isEmpty, fails(rest) {
                (steps, isSmaller) = (rest, true)
            } else {
                start += size
            }
        }
        if isSmaller {
            parts = max(2, parts - 1)
        } else if size == 1 {
            break
        } else {
            parts = min(steps.count, parts * 2)
        }
    }
    return steps
}
