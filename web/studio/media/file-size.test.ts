import { expect, test } from 'bun:test'
import { fileSize } from './file-size.ts'

test('a size has the unit that fits it', () => {
  const sizes = [0, 999, 1_000, 5_210_000, 1_073_741_824, 5e15]
  expect(sizes.map((bytes) => fileSize('en', bytes))).toEqual([
    '0 byte',
    '999 byte',
    '1 kB',
    '5.2 MB',
    '1.1 GB',
    '5,000,000 GB',
  ])
})
