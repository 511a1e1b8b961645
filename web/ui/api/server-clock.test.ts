import { describe, expect, test } from 'bun:test'
import { ServerClock } from './server-clock.ts'

const at = (ms: number) => new Date(ms).toISOString()

describe('the server clock', () => {
  test('the server clock equals the device clock before the first frame', () => {
    expect(new ServerClock().now(5_000)).toBe(5_000)
  })

  test('the server clock corrects a device clock that is wrong by an hour', () => {
    const clock = new ServerClock()
    clock.observe(at(10_000), 3_610_000)
    expect(clock.now(3_611_000)).toBe(11_000)
  })

  test('the server clock uses the fastest frame and ignores slower ones', () => {
    const clock = new ServerClock()
    clock.observe(at(10_000), 10_400)
    clock.observe(at(11_000), 11_050)
    clock.observe(at(12_000), 13_500)
    expect(clock.now(20_000)).toBe(19_950)
  })
})
