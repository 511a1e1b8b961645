import type { AbiParameter, Hex } from 'viem'

const UINT256_LIMIT = 2n ** 256n

/**
 * Arguments that are words of 32 bytes, or lists of such, as the ABI writes them; undefined when one is something else.
 * The library checks every element in ways that cost more than all else about a batch for a hundred users.
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

/** Undefined for what is not exactly of the type: the library then says what is wrong with it. */
function wordOf(type: string, value: unknown): string | undefined {
  if (type === 'uint256')
    return typeof value === 'bigint' && value >= 0n && value < UINT256_LIMIT ? numberWord(value) : undefined
  if (typeof value !== 'string') return undefined
  if (type === 'bytes32') return /^0x[0-9a-f]{64}$/.test(value) ? value.slice(2) : undefined
  // Letters in both cases are a checksum, which is not checked here.
  if (type === 'address') return /^0x[0-9a-f]{40}$/.test(value) ? value.slice(2).padStart(64, '0') : undefined
  return undefined
}

function numberWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
