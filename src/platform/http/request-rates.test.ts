import { expect, test } from 'bun:test'
import { BUCKETS_SECONDS } from './request-metrics.ts'
import { classOf, quantileMs, RequestRates } from './request-rates.ts'

const bucketsWith = (counts: Record<number, number>) =>
  Float64Array.from([...BUCKETS_SECONDS, 99], (limit) => counts[limit] ?? 0)

test('a class is the first word of an API address', () => {
  expect(classOf('/api/v2/admin/users/:id')).toBe('admin')
  expect(classOf('/api/v2/auth/login')).toBe('auth')
  expect(classOf('/console')).toBe('web')
})

test('a quantile is within the bucket that contains it', () => {
  const counts = [...bucketsWith({ 0.01: 90, 0.1: 10 })]
  expect(quantileMs(counts, 0.5)).toBeCloseTo(5 + (5 * 50) / 90, 1)
  expect(quantileMs(counts, 0.95)).toBe(75)
  expect(quantileMs([...bucketsWith({ 99: 3 })], 0.99)).toBe(10_000)
  expect(quantileMs([...bucketsWith({})], 0.5)).toBeNull()
})

test('rates are the difference to the oldest sample of the last minute', () => {
  const counts = {
    route: '/api/v2/auth/login',
    byStatus: new Map<number, number>(),
    byBucket: bucketsWith({}),
  }
  const rates = new RequestRates(() => [counts])
  counts.byStatus.set(200, 1_000)
  counts.byBucket = bucketsWith({ 10: 1_000 })
  for (let atMs = 0; atMs <= 100_000; atMs += 5_000) {
    // The first half is older than a minute at the end.
    if (atMs === 45_000) {
      counts.byStatus = new Map([
        [200, 1_030],
        [401, 20],
        [503, 10],
      ])
      counts.byBucket = bucketsWith({ 10: 1_000, 0.01: 60 })
    }
    rates.sample(atMs)
  }
  const expected = { requests: 60, requestsPerSecond: 1, refused: 20, failed: 10, p95Ms: 9.8 }
  expect(rates.rates(100_000).rates).toMatchObject([{ ...expected }, { ...expected }])
  expect(rates.rates(100_000).rates.map(({ routeClass }) => routeClass)).toEqual(['all', 'auth'])
  expect(rates.rates(100_000).seconds).toBe(60)
})

test('without requests there is a rate of zero for all routes', () => {
  const rates = new RequestRates(() => [])
  expect(rates.rates(0).rates).toMatchObject([{ routeClass: 'all', requests: 0, p50Ms: null }])
})
