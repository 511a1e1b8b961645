import type { AbiParameter, Hex } from 'viem'

const UINT256_LIMIT = 2n ** 256n

/**
 * ABI-encodes arguments that are 32-byte words or lists of them; returns undefined for any other type. The
 * library's checks of every element cost more than the rest of a batch for a hundred users.
 */
export function encodeWords(
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): Hex | undefined {
  if (parameters.length !== values.length) return undefined
  let head = ''
  let tail = ''
  for (const [index, { type }] of parameters.entries()) {
    const value = values[index]
    const element = type.endsWith('[]') ? type.slice(0, -2) : undefined
    if (element === undefined) {
      const word = wordOf(type, value)
      if (word === undefined) return undefined
      head += word
      continue
    }
    if (!Array.isArray(value)) return undefined
    const words = value.map((one) => wordOf(element, one))
    if (words.includes(undefined)) return undefined
    head += numberWord(BigInt(parameters.length * 32 + tail.length / 2))
    tail += numberWord(BigInt(words.length)) + words.join('')
  }
  return `0x${head}${tail}`
}

/** Returns undefined for a value that does not match its type: the library then reports the error. */
function wordOf(type: string, value: unknown): string | undefined {
  if (type === 'uint256')
    return typeof value === 'bigint' && value >= 0n && value < UINT256_LIMIT ? numberWord(value) : undefined
  if (typeof value !== 'string') return undefined
  if (type === 'bytes32') return /^0x[0-9a-f]{64}$/.test(value) ? value.slice(2) : undefined
  // Mixed case is a checksum, which is not verified here.
  if (type === 'address') return /^0x[0-9a-f]{40}$/.test(value) ? value.slice(2).padStart(64, '0') : undefined
  return undefined
}

function numberWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
