// SPDX-License-Identifier: Apache-2.0

/// Derivatives of one number by all parameters that can bear on it, in places of their own.
///
/// A card's first rating chooses one of w0…w3, so these share a place: the derivative by the logarithm of that one.
struct Tangent {
    /// w4…w7: difficulty.
    var difficulty = SIMD4<Double>()
    /// w8…w10: recall; and the first stability.
    var recall = SIMD4<Double>()
    /// w11…w14: lapses.
    var forget = SIMD4<Double>()
    /// w15…w18: Hard, Easy, and the same day.
    var rating = SIMD4<Double>()
    /// w19 and w20.
    var last = SIMD2<Double>()

    static let count = 18
    static let firstPlace = 7
    static let decayPlace = 17

    /// The parameter whose derivative stands at a place.
    static func weight(at place: Int, firstRating: Int) -> Int {
        switch place {
        case ..<firstPlace: place + 4
        case firstPlace: firstRating - 1
        default: place + 3
        }
    }

    @inline(__always) mutating func scale(by factor: Double) {
        difficulty *= factor
        recall *= factor
        forget *= factor
        rating *= factor
        last *= factor
    }

    @inline(__always) mutating func add(_ other: Tangent, times factor: Double) {
        difficulty += other.difficulty * factor
        recall += other.recall * factor
        forget += other.forget * factor
        rating += other.rating * factor
        last += other.last * factor
    }

    /// The number at a place.
    subscript(place: Int) -> Double {
        switch place {
        case 0..<4: difficulty[place]
        case 4..<8: recall[place - 4]
        case 8..<12: forget[place - 8]
        case 12..<16: rating[place - 12]
        default: last[place - 16]
        }
    }
}
