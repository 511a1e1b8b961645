import { afterEach, describe, expect, test } from 'bun:test'
import { useClock, useSystemClock } from '../../src/platform/clock.ts'
import type {
  RateLimitPolicy,
  RateLimitResult,
  RateLimitStore,
} from '../../src/platform/rate-limits/rate-limit.ts'

const PER_MINUTE: RateLimitPolicy = { name: 'per-minute', count: 10, windowSeconds: 60 }

/** The tests that every rate limit store must pass. */
export function describeRateLimitStore(name: string, storeOf: () => RateLimitStore): void {
  let instant = 1_790_000_000_123
  let keys = 0
  const newKey = () => `${name} ${++keys}`
  const takeTimes = async (
    count: number,
    policy: RateLimitPolicy,
    key: string,
  ): Promise<RateLimitResult[]> => {
    const outcomes: RateLimitResult[] = []
    for (let taken = 0; taken < count; taken++) outcomes.push(await storeOf().take(policy, key))
    return outcomes
  }
  const standStill = () => useClock(() => instant)
  afterEach(useSystemClock)

  describe(`rate limits in ${name}`, () => {
    test('a limit allows a burst up to its count, and counts down', async () => {
      standStill()
      const outcomes = await takeTimes(10, PER_MINUTE, newKey())
      expect(outcomes.every((outcome) => outcome.allowed)).toBe(true)
      expect(outcomes.map((outcome) => outcome.remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
      expect(outcomes.map((outcome) => outcome.resetSeconds)).toEqual([6, 12, 18, 24, 30, 36, 42, 48, 54, 60])
    })

    test('a limit refuses the next request repeatedly, with the time to wait', async () => {
      standStill()
      const key = newKey()
      await takeTimes(10, PER_MINUTE, key)
      const refused = { allowed: false, remaining: 0, resetSeconds: 6 }
      expect(await takeTimes(3, PER_MINUTE, key)).toEqual([refused, refused, refused])
    })

    test('a limit allows one more request exactly at the reported time and not a millisecond earlier', async () => {
      standStill()
      const key = newKey()
      await takeTimes(10, PER_MINUTE, key)
      instant += 5_999
      expect((await storeOf().take(PER_MINUTE, key)).allowed).toBe(false)
      instant += 1
      expect(await takeTimes(2, PER_MINUTE, key)).toEqual([
        { allowed: true, remaining: 0, resetSeconds: 60 },
        { allowed: false, remaining: 0, resetSeconds: 6 },
      ])
    })

    test('a limit is full after the complete window, and never above its count', async () => {
      standStill()
      const key = newKey()
      await takeTimes(10, PER_MINUTE, key)
      instant += 60_000
      expect((await takeTimes(11, PER_MINUTE, key)).map((outcome) => outcome.allowed)).toEqual([
        ...Array(10).fill(true),
        false,
      ])
      instant += 86_400_000
      expect((await takeTimes(11, PER_MINUTE, key)).map((outcome) => outcome.allowed)).toEqual([
        ...Array(10).fill(true),
        false,
      ])
    })

    test('limits are separate for each key and policy', async () => {
      standStill()
      const [one, other] = [newKey(), newKey()]
      await takeTimes(10, PER_MINUTE, one)
      expect((await storeOf().take(PER_MINUTE, one)).allowed).toBe(false)
      expect((await storeOf().take(PER_MINUTE, other)).remaining).toBe(9)
      expect((await storeOf().take({ ...PER_MINUTE, name: 'another' }, one)).remaining).toBe(9)
    })

    test('a refill restores the full limit of one key and policy', async () => {
      standStill()
      const [one, other] = [newKey(), newKey()]
      const another = { ...PER_MINUTE, name: 'another' }
      await takeTimes(10, PER_MINUTE, one)
      await takeTimes(10, PER_MINUTE, other)
      await takeTimes(10, another, one)
      await storeOf().refill(PER_MINUTE, one)
      expect((await storeOf().take(PER_MINUTE, one)).remaining).toBe(9)
      expect((await storeOf().take(PER_MINUTE, other)).allowed).toBe(false)
      expect((await storeOf().take(another, one)).allowed).toBe(false)
      await storeOf().refill(PER_MINUTE, newKey())
    })

    test('a refund returns one request of one key and policy, and never exceeds the count', async () => {
      standStill()
      const [one, other] = [newKey(), newKey()]
      const another = { ...PER_MINUTE, name: 'another' }
      await takeTimes(10, PER_MINUTE, one)
      await takeTimes(10, PER_MINUTE, other)
      await takeTimes(10, another, one)
      await Promise.all([storeOf().returnToken(PER_MINUTE, one), storeOf().returnToken(PER_MINUTE, one)])
      expect((await takeTimes(3, PER_MINUTE, one)).map(({ allowed }) => allowed)).toEqual([true, true, false])
      expect((await storeOf().take(PER_MINUTE, other)).allowed).toBe(false)
      expect((await storeOf().take(another, one)).allowed).toBe(false)
      const full = newKey()
      await storeOf().returnToken(PER_MINUTE, full)
      await takeTimes(1, PER_MINUTE, full)
      for (let time = 0; time < 3; time++) await storeOf().returnToken(PER_MINUTE, full)
      expect((await takeTimes(11, PER_MINUTE, full)).filter(({ allowed }) => allowed)).toHaveLength(10)
    })

    test('a limit allows exactly its count of a hundred concurrent first requests', async () => {
      standStill()
      for (let round = 0; round < 5; round++) {
        const key = newKey()
        const outcomes = await Promise.all(Array.from({ length: 100 }, () => storeOf().take(PER_MINUTE, key)))
        expect(outcomes.filter((outcome) => outcome.allowed)).toHaveLength(10)
      }
    })

    test('a clock that was stepped back does not refuse requests until the old time comes again', async () => {
      standStill()
      const key = newKey()
      await takeTimes(11, PER_MINUTE, key)
      instant -= 86_400_000
      try {
        expect((await takeTimes(11, PER_MINUTE, key)).map(({ allowed }) => allowed)).toEqual([
          ...Array(10).fill(true),
          false,
        ])
      } finally {
        instant += 86_400_000
      }
    })

    test('a limit can be one request in a long window, or many in a short one', async () => {
      standStill()
      const key = newKey()
      const daily: RateLimitPolicy = { name: 'daily', count: 1, windowSeconds: 86_400 }
      expect(await takeTimes(2, daily, key)).toEqual([
        { allowed: true, remaining: 0, resetSeconds: 86_400 },
        { allowed: false, remaining: 0, resetSeconds: 86_400 },
      ])
      const fast: RateLimitPolicy = { name: 'fast', count: 1_000_000, windowSeconds: 1 }
      expect(await storeOf().take(fast, key)).toEqual({ allowed: true, remaining: 999_999, resetSeconds: 1 })
    })
  })
}
