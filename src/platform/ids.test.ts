import { describe, expect, test } from 'bun:test'
import { isId, newId, newNumericCode, newReadableCode, newToken, smallestIdAt } from './ids.ts'

function many<Value>(count: number, make: () => Value): Value[] {
  return Array.from({ length: count }, make)
}

describe('an id', () => {
  test('each id is new and sorts in the order of creation', () => {
    const ids = many(10_000, () => newId<'Thing'>())
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
  })

  test('an id is a UUID of version 7', () => {
    expect(newId<'Thing'>()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('an id is not below the smallest id of its millisecond, and below that of the next', () => {
    const before = Date.now()
    const id = newId<'Thing'>()
    const after = Date.now()
    expect(smallestIdAt(new Date(before)) <= id).toBe(true)
    expect(id < smallestIdAt(new Date(after + 1))).toBe(true)
    expect(isId(smallestIdAt(new Date(0)))).toBe(true)
    expect(smallestIdAt(new Date(0)) < smallestIdAt(new Date(1))).toBe(true)
  })

  test('isId accepts ids and nothing else', () => {
    const id = newId<'Thing'>()
    expect(isId(id)).toBe(true)
    const others = [
      '',
      'me',
      '1',
      id.slice(1),
      `${id}0`,
      ` ${id}`,
      `${id}\n`,
      id.replaceAll('-', ''),
      id.toUpperCase(),
      `${id}\0`,
    ]
    for (const other of others) expect(isId(other)).toBe(false)
  })
})

test('a token has 256 random bits and is URL-safe', () => {
  const tokens = many(1_000, newToken)
  expect(new Set(tokens).size).toBe(tokens.length)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

describe('a numeric code', () => {
  test('a numeric code always has its length, with leading zeros', () => {
    const codes = many(5_000, () => newNumericCode(6))
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  })

  test('a numeric code has each digit about equally often at each position', () => {
    const codes = many(20_000, () => newNumericCode(4))
    for (let position = 0; position < 4; position++) {
      const counts = Map.groupBy(codes, (code) => code[position])
      expect(counts.size).toBe(10)
      for (const group of counts.values()) {
        expect(group.length).toBeGreaterThan(1_700)
        expect(group.length).toBeLessThan(2_300)
      }
    }
  })
})

test('a readable code has no characters that are easily confused', () => {
  const characters = new Set(many(2_000, () => newReadableCode(8)).join(''))
  for (const character of ['0', 'O', '1', 'I']) expect(characters.has(character)).toBe(false)
  expect(characters.size).toBe(32)
  expect(newReadableCode(12)).toHaveLength(12)
})
