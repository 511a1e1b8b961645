import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { encodeWords } from './encode-words.ts'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((given): Hex => `0x${Buffer.from(given).toString('hex')}`)
const number = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('words and lists of words are encoded as the library encodes them', () => {
  const parameters = parseAbiParameters('bytes32, address[], uint256[], address, uint256, bytes32[]')
  const values = fc.tuple(
    hex(32),
    fc.array(hex(20), { maxLength: 5 }),
    fc.array(number, { maxLength: 5 }),
    hex(20),
    number,
    fc.array(hex(32), { maxLength: 3 }),
  )
  fc.assert(
    fc.property(values, (given) => {
      expect(encodeWords(parameters, given)).toBe(encodeAbiParameters(parameters, given as never))
    }),
    { numRuns: 200 },
  )
})

test('values that do not exactly match their type are left to the library', () => {
  const one = (type: string, value: unknown) => encodeWords(parseAbiParameters(type) as never, [value])
  const wrong: [string, unknown][] = [
    ['uint256', -1n],
    ['uint256', 2n ** 256n],
    ['uint256', 5],
    ['address', '0x8ba1f109551bD432803012645Ac136ddd64DBA72'],
    ['address', `0x${'11'.repeat(19)}`],
    ['bytes32', `0x${'11'.repeat(31)}`],
    ['bytes32', `0x${'g1'.repeat(32)}`],
    ['uint256[]', [1n, -1n]],
    ['uint256[]', 1n],
    ['string', 'text'],
    ['uint8', 1n],
    ['uint256[2]', [1n, 2n]],
  ]
  for (const [type, value] of wrong) expect(one(type, value)).toBeUndefined()
  expect(encodeWords(parseAbiParameters('uint256') as never, [])).toBeUndefined()
})
