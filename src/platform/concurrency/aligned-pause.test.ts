import { expect, test } from 'bun:test'
import { alignedPauseMs } from './aligned-pause.ts'

test('pauses of loops with the same interval, or a multiple of it, end at the same time', () => {
  for (const at of [0, 1, 4_999, 12_345]) {
    const end = at + alignedPauseMs(5_000, at)
    expect(end % 5_000).toBe(0)
    expect(end).toBeGreaterThan(at)
    expect(end).toBeLessThanOrEqual(at + 5_000)
  }
  expect(7_000 + alignedPauseMs(10_000, 7_000)).toBe(8_000 + alignedPauseMs(5_000, 8_000))
})
