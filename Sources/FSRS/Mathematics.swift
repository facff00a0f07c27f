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

/// 2 to the power `x`, as the C library has it.
@inline(__always) func exactPower2(_ x: Double) -> Double { exp2(x) }

/// The logarithm of base 2 of `x` > 0, as the C library has it.
@inline(__always) func exactLogarithm2(_ x: Double) -> Double { log2(x) }

/// The whole number nearest to `x`, of two the even one, for |x| below 2^51.
@inline(__always) func roundedToEven(_ x: Double) -> Double { (x + 6_755_399_441_055_744) - 6_755_399_441_055_744 }
