import { afterEach, describe, expect, test } from 'bun:test'
import { Deadlines } from './deadlines.ts'

const SWEEP_MS = 10
let deadlines = new Deadlines(SWEEP_MS)

afterEach(() => {
  deadlines.close()
  deadlines = new Deadlines(SWEEP_MS)
})

const createError = () => new Error('too late')

describe('a deadline', () => {
  test('gives the result of what is done in time', async () => {
    expect(await deadlines.watch(Promise.resolve(7), 50, createError)).toBe(7)
  })

  test('hands on the fault of what fails in time, and not its own', async () => {
    const error = new Error('its own fault')
    expect(deadlines.watch(Promise.reject(error), 50, createError)).rejects.toBe(error)
  })

  test('gives up soon after the limit, and not before it', async () => {
    const started = performance.now()
    await expect(deadlines.watch(new Promise(() => {}), 60, createError)).rejects.toThrow('too late')
    const took = performance.now() - started
    expect(took).toBeGreaterThanOrEqual(60)
    expect(took).toBeLessThan(10_000)
  })

  test('tells of the end only when what it watched has really ended, once', async () => {
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

  test('tells of the end after a fault as well', async () => {
    let ends = 0
    await deadlines.watch(Promise.reject(new Error('x')), 50, createError, () => ends++).catch(() => {})
    expect(ends).toBe(1)
  })

  test('may be moved to an earlier moment while somebody waits for it', async () => {
    const deadline = { at: performance.now() + 60_000 }
    const started = performance.now()
    const watched = deadlines.watch(new Promise(() => {}), deadline, createError)
    deadline.at = performance.now() + 30
    await expect(watched).rejects.toThrow('too late')
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  test('of one promise leaves the others alone', async () => {
    const work = Promise.withResolvers<string>()
    const patient = deadlines.watch(work.promise, 60_000, createError)
    await expect(deadlines.watch(new Promise(() => {}), 20, createError)).rejects.toThrow('too late')
    work.resolve('done')
    expect(await patient).toBe('done')
  })

  test('starts lazy work, as the statements of the driver are, exactly once', async () => {
    let starts = 0
    // biome-ignore lint/suspicious/noThenProperty: the driver's statements are such objects.
    const lazy: PromiseLike<number> = { then: (...handlers) => Promise.resolve(++starts).then(...handlers) }
    expect(await deadlines.watch(lazy, 50, createError)).toBe(1)
    expect(starts).toBe(1)
  })
})
