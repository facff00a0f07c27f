// SPDX-License-Identifier: Apache-2.0

/// Reads the pickle of a PyTorch checkpoint: names and where their numbers lie. Runs nothing.
///
/// Python's pickle is a program for a stack machine that may call anything. This one knows the opcodes that a
/// dictionary of tensors takes, and the globals of `PickleGlobal`; every other opcode or name is refused. Source:
/// CPython, `pickletools.py`; PyTorch, `torch/_weights_only_unpickler.py`, which makes the same choice. Using that one
/// would take Python and PyTorch on the user's machine.
struct Unpickler {
    /// Why a pickle is refused, and where.
    struct Failure: Error {
        let detail: String
        let place: Int
        /// Whether the pickle is sound, but asks for something that is not allowed.
        var isForbidden = false
    }

    /// Limit on objects, far above what a checkpoint of 100,000 tensors needs. A byte of a pickle can ask for a new
    /// object, so the file's size does not bound memory well enough.
    private static let objectLimit = 1 << 20
    private static let memoLimit = 1 << 21
    private static let stackLimit = 1 << 20

    private let bytes: UnsafeRawBufferPointer
    private var place = 0
    private var stack: [PickleValue] = []
    private var memo: [PickleValue] = []
    private var objects = 0

    private var strings: [String] = []
    private var tuples: [[PickleValue]] = []
    private var dictionaries: [[(key: PickleValue, value: PickleValue)]] = []
    private var storages: [PickledStorage] = []
    private var tensors: [PickledTensor] = []

    /// The tensors of the pickled dictionary by name, in its order; one that lies under
    /// `state_dict` or `model` is found too.
    /// - Throws: `Failure` at the first byte that is not as it should be.
    static func tensors(in bytes: UnsafeRawBufferPointer) throws(Failure) -> [(name: String, tensor: PickledTensor)] {
        var unpickler = Unpickler(bytes: bytes)
        let result = try unpickler.run()
        return try unpickler.namedTensors(in: result)
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private func failure(_ detail: String) -> Failure { Failure(detail: detail, place: place) }

    private func forbidden(_ detail: String) -> Failure { Failure(detail: detail, place: place, isForbidden: true) }

    // MARK: The program

    /// Runs to the end and returns the one value that is left.
    private mutating func run() throws(Failure) -> PickleValue {
        while true {
            guard stack.count <= Self.stackLimit, objects <= Self.objectLimit, memo.count <= Self.memoLimit else {
                throw failure("it makes more objects than any checkpoint has")
            }
            let opcode = try read(1)[0]
            if opcode == UInt8(ascii: ".") {
                let result = try pop()
                guard stack.isEmpty, place == bytes.count else { throw failure("it goes on after its end") }
                return result
            }
            try step(opcode)
        }
    }

    private mutating func step(_ opcode: UInt8) throws(Failure) {
        switch opcode {
        case 0x80: try readProtocol()
        case UInt8(ascii: "("): stack.append(.mark)
        case UInt8(ascii: "N"): stack.append(.none)
        case 0x88: stack.append(.bool(true))
        case 0x89: stack.append(.bool(false))
        case UInt8(ascii: "K"): stack.append(.integer(try readInteger(1)))
        case UInt8(ascii: "M"): stack.append(.integer(try readInteger(2)))
        case UInt8(ascii: "J"): stack.append(.integer(Int(Int32(truncatingIfNeeded: try readInteger(4)))))
        case 0x8A: stack.append(.integer(try readLong()))
        case UInt8(ascii: "G"):
            _ = try read(8)
            stack.append(.real)
        case UInt8(ascii: "U"): try pushString(readInteger(1))
        case UInt8(ascii: "X"): try pushString(readInteger(4))
        case UInt8(ascii: "q"): try remember(readInteger(1))
        case UInt8(ascii: "r"): try remember(readInteger(4))
        case UInt8(ascii: "h"): try recall(readInteger(1))
        case UInt8(ascii: "j"): try recall(readInteger(4))
        case UInt8(ascii: ")"): pushTuple([])
        case 0x85: pushTuple([try pop()])
        case 0x86: pushTuple(try popLast(2))
        case 0x87: pushTuple(try popLast(3))
        case UInt8(ascii: "t"): pushTuple(try popToMark())
        case UInt8(ascii: "]"): stack.append(.list)
        case UInt8(ascii: "a"): try append([pop()])
        case UInt8(ascii: "e"): try append(popToMark())
        case UInt8(ascii: "}"): pushDictionary()
        case UInt8(ascii: "s"): try setItems(popLast(2))
        case UInt8(ascii: "u"): try setItems(popToMark())
        case UInt8(ascii: "c"): try readGlobal()
        case UInt8(ascii: "Q"): try readStorage()
        case UInt8(ascii: "R"): try call()
        case UInt8(ascii: "b"): try build()
        default:
            throw forbidden("the opcode 0x\(String(opcode, radix: 16)) is not one that a checkpoint of tensors needs")
        }
    }

    // MARK: Bytes

    private mutating func read(_ count: Int) throws(Failure) -> UnsafeRawBufferPointer {
        guard count <= bytes.count - place else { throw failure("it is cut short") }
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }

    /// A little-endian number of up to four bytes, without a sign.
    private mutating func readInteger(_ count: Int) throws(Failure) -> Int {
        try read(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// An integer of up to 64 bits, two's complement, after its length.
    private mutating func readLong() throws(Failure) -> Int {
        let count = try readInteger(1)
        guard count <= 8 else { throw failure("an integer of \(count) bytes is no size of a tensor") }
        let digits = try read(count)
        let sign: UInt64 = (digits.last ?? 0) & 0x80 == 0 ? 0 : .max
        return Int(bitPattern: UInt(digits.reversed().reduce(sign) { $0 << 8 | UInt64($1) }))
    }

    private mutating func readProtocol() throws(Failure) {
        let version = try readInteger(1)
        guard version == 2 else { throw forbidden("it is of pickle protocol \(version); PyTorch writes protocol 2") }
    }

    private mutating func pushString(_ count: Int) throws(Failure) {
        guard let string = String(validating: try read(count), as: UTF8.self) else {
            throw failure("a string is not UTF-8")
        }
        strings.append(string)
        objects += 1
        stack.append(.string(strings.count - 1))
    }

    /// A line of at most 200 bytes.
    private mutating func readLine() throws(Failure) -> String {
        let rest = bytes[place...].prefix(200)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
            let line = String(validating: bytes[place..<end], as: UTF8.self)
        else { throw failure("a name does not end") }
        place = end + 1
        return line
    }

    // MARK: Stack and memo

    private mutating func pop() throws(Failure) -> PickleValue {
        guard let value = stack.popLast() else { throw failure("it takes from an empty stack") }
        return value
    }

    private mutating func popLast(_ count: Int) throws(Failure) -> [PickleValue] {
        guard stack.count >= count else { throw failure("it takes from an empty stack") }
        defer { stack.removeLast(count) }
        return Array(stack.suffix(count))
    }

    private mutating func popToMark() throws(Failure) -> [PickleValue] {
        guard let mark = stack.lastIndex(where: { if case .mark = $0 { true } else { false } }) else {
            throw failure("there is no mark to go back to")
        }
        defer { stack.removeSubrange(mark...) }
        return Array(stack[(mark + 1)...])
    }

    /// Python numbers what it remembers from 0 without gaps.
    private mutating func remember(_ index: Int) throws(Failure) {
        guard let value = stack.last else { throw failure("there is nothing to remember") }
        guard index <= memo.count else { throw failure("it remembers \(index) before \(memo.count)") }
        if index == memo.count { memo.append(value) } else { memo[index] = value }
    }

    private mutating func recall(_ index: Int) throws(Failure) {
        guard index < memo.count else { throw failure("it recalls \(index), which it has not remembered") }
        stack.append(memo[index])
    }

    // MARK: Objects

    private mutating func pushTuple(_ values: [PickleValue]) {
        tuples.append(values)
        objects += 1
        stack.append(.tuple(tuples.count - 1))
    }

    private mutating func pushDictionary() {
        dictionaries.append([])
        objects += 1
        stack.append(.dictionary(dictionaries.count - 1))
    }

    /// Lists occur in a checkpoint's notes only; what is in them is of no use here.
    private mutating func append(_ values: [PickleValue]) throws(Failure) {
        guard case .list? = stack.last else { throw failure("it appends to what is not a list") }
    }

    private mutating func setItems(_ values: [PickleValue]) throws(Failure) {
        guard case .dictionary(let index)? = stack.last, values.count.isMultiple(of: 2) else {
            throw failure("it sets items of what is not a dictionary")
        }
        for pair in stride(from: 0, to: values.count, by: 2) {
            dictionaries[index].append((values[pair], values[pair + 1]))
        }
        objects += values.count / 2
    }

    private mutating func readGlobal() throws(Failure) {
        let module = try readLine()
        let name = try readLine()
        guard let global = PickleGlobal("\(module).\(name)") else {
            throw forbidden("it asks for \(printable("\(module).\(name)")), which is not allowed: nothing is run")
        }
        stack.append(.global(global))
    }

    /// A storage is the persistent id `("storage", type, key, place, count)`.
    private mutating func readStorage() throws(Failure) {
        guard case .tuple(let index) = try pop(), tuples[index].count == 5,
            case .string(let tag) = tuples[index][0], strings[tag] == "storage",
            case .global(.storage(let type)) = tuples[index][1],
            case .string(let key) = tuples[index][2], case .string = tuples[index][3],
            case .integer(let count) = tuples[index][4], count >= 0
        else { throw failure("a persistent id does not describe a storage") }
        storages.append(PickledStorage(type: type, key: strings[key], count: count))
        objects += 1
        stack.append(.storage(storages.count - 1))
    }

    private mutating func call() throws(Failure) {
        let values = try popLast(2)
        guard case .global(let function) = values[0], case .tuple(let index) = values[1] else {
            throw forbidden("it calls \(values[0].kind)")
        }
        let arguments = tuples[index]
        switch function {
        case .orderedDictionary:
            guard arguments.isEmpty else { throw failure("an OrderedDict is made from something") }
            pushDictionary()
        case .rebuildTensor:
            tensors.append(try tensor(arguments))
            objects += 1
            stack.append(.tensor(tensors.count - 1))
        case .rebuildParameter:
            guard case .tensor? = arguments.first else { throw failure("a parameter is made from no tensor") }
            stack.append(arguments[0])
        case .storage:
            throw forbidden("it calls a storage's type")
        }
    }

    /// From `(storage, offset, shape, strides, …)`: whether gradients are wanted, and hooks, mean nothing here.
    private func tensor(_ arguments: [PickleValue]) throws(Failure) -> PickledTensor {
        guard arguments.count >= 4, case .storage(let storage) = arguments[0], case .integer(let offset) = arguments[1],
            let shape = sizes(arguments[2]), let strides = sizes(arguments[3]), shape.count == strides.count,
            offset >= 0
        else { throw failure("a tensor is not described as PyTorch does") }
        return PickledTensor(storage: storages[storage], offset: offset, shape: shape, strides: strides)
    }

    /// A tuple of at most 8 integers from 0.
    private func sizes(_ value: PickleValue) -> [Int]? {
        guard case .tuple(let index) = value, tuples[index].count <= 8 else { return nil }
        var sizes: [Int] = []
        for case .integer(let size) in tuples[index] where size >= 0 { sizes.append(size) }
        return sizes.count == tuples[index].count ? sizes : nil
    }

    /// Attributes, such as the `_metadata` of a state dictionary, are passed over.
    private mutating func build() throws(Failure) {
        _ = try pop()
        guard case .dictionary? = stack.last else { throw forbidden("it sets attributes of what is not a dictionary") }
    }

    // MARK: The result

    private func namedTensors(in value: PickleValue) throws(Failure) -> [(name: String, tensor: PickledTensor)] {
        guard case .dictionary(let index) = value else {
            throw failure("holds \(value.kind), expected a dictionary of tensors")
        }
        for (key, value) in dictionaries[index] {
            if case .string(let name) = key, ["state_dict", "model"].contains(strings[name]),
                case .dictionary(let inner) = value, inner != index
            {
                return try entries(of: inner)
            }
        }
        return try entries(of: index)
    }

    private func entries(of index: Int) throws(Failure) -> [(name: String, tensor: PickledTensor)] {
        var result: [(name: String, tensor: PickledTensor)] = []
        for (key, value) in dictionaries[index] {
            guard case .string(let name) = key else { throw failure("\(key.kind) is used as a tensor's name") }
            guard case .tensor(let tensor) = value else {
                throw failure("\(printable(strings[name])) is \(value.kind), expected a tensor")
            }
            result.append((strings[name], tensors[tensor]))
        }
        return result
    }
}
