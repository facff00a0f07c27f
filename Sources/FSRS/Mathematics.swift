// SPDX-License-Identifier: Apache-2.0

// The functions that a C library has and Swift's standard library has not. Foundation is not needed for anything else
// here.
#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// e to the power `x`.
@inline(__always) func exponential(_ x: Double) -> Double { exp(x) }

/// The natural logarithm of `x` > 0.
@inline(__always) func logarithm(_ x: Double) -> Double { log(x) }

/// `base` to the power `exponent`, for a base above 0.
@inline(__always) func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
