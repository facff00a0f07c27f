# SPDX-License-Identifier: Apache-2.0
"""What the model can do, measured on sets that were written by hand and that no training text was made from."""
