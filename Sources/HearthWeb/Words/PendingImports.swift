// SPDX-License-Identifier: Apache-2.0

/// Files between sending and importing. The oldest make room: one that is being read stops.
typealias PendingImports = ExpiringState<ImportJob>
