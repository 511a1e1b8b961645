import { expect, test } from 'bun:test'
import { createSingleflight } from './singleflight.ts'

/** Reads the value at its start, and ends when the test says so. */
function pausedReads() {
  const state = { stored: 0, ends: [] as ((error?: Error) => void)[] }
  const read = () => {
    const seen = state.stored
    return new Promise<number>((resolve, reject) => {
      state.ends.push((error) => (error ? reject(error) : resolve(seen)))
    })
  }
  return { state, read }
}

test('calls that arrive during a read share the next read', async () => {
  const { state, read } = pausedReads()
  const shared = createSingleflight<number>()
  const first = shared('page', read)
  state.stored = 1
  const others = [shared('page', read), shared('page', read), shared('page', read)]
  state.ends[0]!()
  expect(await first).toBe(0)
  expect(state.ends).toHaveLength(2)
  state.ends[1]!()
  expect(await Promise.all(others)).toEqual([1, 1, 1])
  expect(state.ends).toHaveLength(2)
})

test('no caller gets a value that was read before its call', async () => {
  const { state, read } = pausedReads()
  const shared = createSingleflight<number>()
  const first = shared('page', read)
  const second = shared('page', read)
  state.ends[0]!()
  await first
  // The second read is running: a call after this change waits for the third.
  state.stored = 5
  const third = shared('page', read)
  state.ends[1]!()
  expect(await second).toBe(0)
  state.ends[2]!()
  expect(await third).toBe(5)
})

test('different keys are read separately', async () => {
  const { state, read } = pausedReads()
  const shared = createSingleflight<number>()
  const both = [shared('week', read), shared('month', read)]
  expect(state.ends).toHaveLength(2)
  for (const end of state.ends) end()
  expect(await Promise.all(both)).toEqual([0, 0])
})

test('an error rejects the calls that shared the read, and the next call reads again', async () => {
  const { state, read } = pausedReads()
  const shared = createSingleflight<number>()
  const first = shared('page', read).catch((error) => error.message)
  const second = shared('page', read)
  state.ends[0]!(new Error('database unavailable'))
  expect(await first).toBe('database unavailable')
  state.ends[1]!()
  expect(await second).toBe(0)
  const third = shared('page', read)
  state.ends[2]!()
  expect(await third).toBe(0)
})
