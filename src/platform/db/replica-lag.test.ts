import { describe, expect, test } from 'bun:test'
import { ReplicaLag } from './replica-lag.ts'

describe('the lag of a replica', () => {
  test('the lag is infinite until the replica has caught up once', () => {
    const lag = new ReplicaLag()
    expect(lag.at(5)).toBe(Number.POSITIVE_INFINITY)
    lag.note(0, 100n)
    lag.reached(99n)
    expect(lag.at(5)).toBe(Number.POSITIVE_INFINITY)
  })

  test('the lag counts from the query of the primary, not of the replica', () => {
    const lag = new ReplicaLag()
    lag.note(1_000, 100n)
    lag.reached(100n)
    expect(lag.at(1_250)).toBe(250)
  })

  test('the lag does not grow while the primary is idle', () => {
    const lag = new ReplicaLag()
    for (let second = 0; second < 100; second++) {
      lag.note(second * 1_000, 100n)
      lag.reached(100n)
    }
    expect(lag.at(99_000)).toBe(0)
  })

  test('the lag grows while the replica stands still and the primary continues', () => {
    const lag = new ReplicaLag()
    lag.note(0, 100n)
    lag.reached(100n)
    for (let second = 1; second <= 60; second++) {
      lag.note(second * 1_000, 100n + BigInt(second))
      lag.reached(100n)
    }
    expect(lag.at(60_000)).toBe(60_000)
  })

  test('the lag shrinks as the replica replays received log', () => {
    const lag = new ReplicaLag()
    for (let second = 0; second <= 10; second++) lag.note(second * 1_000, BigInt(second))
    lag.reached(4n)
    expect(lag.at(10_000)).toBe(6_000)
    lag.reached(4n)
    expect(lag.at(10_000)).toBe(6_000)
    lag.reached(10n)
    expect(lag.at(10_000)).toBe(0)
  })

  test('the lag is never underestimated after a very long absence', () => {
    const lag = new ReplicaLag()
    lag.note(0, 0n)
    lag.reached(0n)
    for (let second = 1; second <= 10_000; second++) lag.note(second * 1_000, BigInt(second))
    lag.reached(5n)
    expect(lag.at(10_000_000)).toBe(10_000_000)
    lag.reached(9_999n)
    expect(lag.at(10_000_000)).toBe(1_000)
  })
})
