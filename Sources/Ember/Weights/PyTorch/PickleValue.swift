// SPDX-License-Identifier: Apache-2.0

/// A value on the stack of an `Unpickler`.
///
/// Whatever has parts is a place in one of the unpickler's lists. So a value is 16 bytes whatever it stands for, values
/// may refer to each other in circles or a million levels deep, and nothing recurses when they are let go.
enum PickleValue {
    case mark
    case none
    case bool(Bool)
    case integer(Int)
    case real
    case string(Int)
    case tuple(Int)
    case list
    case dictionary(Int)
    case global(PickleGlobal)
    case storage(Int)
    case tensor(Int)

    /// Kind of the value, in the words of an error message.
    var kind: String {
        switch self {
        case .mark: "a mark"
        case .none: "None"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .real: "a float"
        case .string: "a string"
        case .tuple: "a tuple"
        case .list: "a list"
        case .dictionary: "a dictionary"
        case .global: "a class or function"
        case .storage: "a storage"
        case .tensor: "a tensor"
        }
    }
}

/// The names that a checkpoint may refer to: none of them runs anything, each is a case that the unpickler knows.
enum PickleGlobal {
    case orderedDictionary
    case rebuildTensor
    case rebuildParameter
    case storage(ElementType)

    /// - Parameter name: module and name with a dot between, as in `collections.OrderedDict`.
    init?(_ name: String) {
        switch name {
        case "collections.OrderedDict": self = .orderedDictionary
        case "torch._utils._rebuild_tensor_v2": self = .rebuildTensor
        case "torch._utils._rebuild_parameter": self = .rebuildParameter
        case "torch.DoubleStorage": self = .storage(.float64)
        case "torch.FloatStorage": self = .storage(.float32)
        case "torch.HalfStorage": self = .storage(.float16)
        case "torch.BFloat16Storage": self = .storage(.bfloat16)
        case "torch.LongStorage": self = .storage(.int64)
        case "torch.IntStorage": self = .storage(.int32)
        case "torch.ShortStorage": self = .storage(.int16)
        case "torch.CharStorage": self = .storage(.int8)
        case "torch.ByteStorage": self = .storage(.uint8)
        case "torch.BoolStorage": self = .storage(.bool)
        default: return nil
        }
    }
}

/// A run of numbers in an entry of its own, `data/KEY`.
struct PickledStorage {
    let type: ElementType
    let key: String
    /// Numbers in it.
    let count: Int
}

/// A view of a storage, as the pickle describes it; nothing about it has been checked but that it is made of numbers.
struct PickledTensor {
    let storage: PickledStorage
    /// Numbers before the first.
    let offset: Int
    let shape: [Int]
    /// Numbers from one index to the next, for each dimension.
    let strides: [Int]
}
