import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { Deadlines } from './deadlines.ts'

const SWEEP_MS = 10
let deadlines = new Deadlines(SWEEP_MS)

afterEach(() => {
  deadlines.close()
  deadlines = new Deadlines(SWEEP_MS)
})

const createError = () => new Error('too late')

describe('a deadline', () => {
  test('a deadline returns the result of work that ends in time', async () => {
    expect(await deadlines.watch(Promise.resolve(7), 50, createError)).toBe(7)
  })

  test('a deadline passes on the error of work that fails in time', async () => {
    const error = new Error('an error of the work')
    expect(deadlines.watch(Promise.reject(error), 50, createError)).rejects.toBe(error)
  })

  test('a deadline rejects soon after the limit, and not before it', async () => {
    const started = performance.now()
    await expect(deadlines.watch(new Promise(() => {}), 60, createError)).rejects.toThrow('too late')
    const took = performance.now() - started
    expect(took).toBeGreaterThanOrEqual(60)
    expect(took).toBeLessThan(10_000)
  })

  test('a deadline calls onSettled once, when the work has really ended', async () => {
    const work = Promise.withResolvers<number>()
    let ends = 0
    const watched = deadlines.watch(work.promise, 20, createError, () => ends++)
    await expect(watched).rejects.toThrow('too late')
    expect(ends).toBe(0)
    work.resolve(1)
    await Bun.sleep(1)
    expect(ends).toBe(1)
    await Bun.sleep(3 * SWEEP_MS)
    expect(ends).toBe(1)
  })

  test('a deadline calls onSettled after an error as well', async () => {
    let ends = 0
    await deadlines.watch(Promise.reject(new Error('x')), 50, createError, () => ends++).catch(() => {})
    expect(ends).toBe(1)
  })

  test('a deadline can be moved to an earlier time while a caller waits', async () => {
    const deadline = { at: performance.now() + 60_000 }
    const started = performance.now()
    const watched = deadlines.watch(new Promise(() => {}), deadline, createError)
    deadline.at = performance.now() + 30
    await expect(watched).rejects.toThrow('too late')
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  test('a deadline of one promise does not affect the others', async () => {
    const work = Promise.withResolvers<string>()
    const patient = deadlines.watch(work.promise, 60_000, createError)
    await expect(deadlines.watch(new Promise(() => {}), 20, createError)).rejects.toThrow('too late')
    work.resolve('done')
    expect(await patient).toBe('done')
  })

  test('an open promise with a late deadline does not wake the process before it', async () => {
    const delays: number[] = []
    const timers = spyOn(globalThis, 'setTimeout')
    const intervals = spyOn(globalThis, 'setInterval')
    const work = Promise.withResolvers<void>()
    const hour = deadlines.watch(work.promise, 3_600_000, createError)
    expect(intervals).not.toHaveBeenCalled()
    // Other files of the runner may have timers that still run.
    const [[own]] = timers.mock.calls as [[unknown, ...unknown[]]]
    // An earlier one moves the timer, and after it the timer waits for the late one again.
    await expect(deadlines.watch(new Promise(() => {}), 20, createError)).rejects.toThrow('too late')
    await deadlines.watch(Promise.resolve(), 3_700_000, createError)
    const calls = timers.mock.calls.filter(([callback]) => String(callback) === String(own))
    delays.push(...calls.map(([, delay]) => Number(delay)))
    expect(delays).toHaveLength(3)
    expect([delays[0]! > 3_599_000, delays[1]! < 1_000, delays[2]! > 3_500_000]).toEqual([true, true, true])
    timers.mockRestore()
    intervals.mockRestore()
    work.resolve()
    await hour
  })

  test('promises with many deadlines are each rejected after their own', async () => {
    const started = performance.now()
    const limits = [150, 20, 90, 21, 60, 5]
    const late = await Promise.all(
      limits.map((limit) =>
        deadlines.watch(new Promise(() => {}), limit, createError).catch(() => performance.now() - started),
      ),
    )
    for (const [index, limit] of limits.entries()) expect(late[index] as number).toBeGreaterThanOrEqual(limit)
  })

  test('a deadline starts lazy work, such as a driver statement, exactly once', async () => {
    let starts = 0
    // biome-ignore lint/suspicious/noThenProperty: the driver's statements are such objects.
    const lazy: PromiseLike<number> = { then: (...handlers) => Promise.resolve(++starts).then(...handlers) }
    expect(await deadlines.watch(lazy, 50, createError)).toBe(1)
    expect(starts).toBe(1)
  })
})
