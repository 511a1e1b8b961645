import { afterEach, expect, test } from 'bun:test'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { DueJobs } from './due-jobs.ts'

const HOUR_MS = 3_600_000
let started: DueJobs | undefined
afterEach(() => started?.stop())

/** Starts `DueJobs` with these results of its statement, the last of which repeats. */
function start(...results: (object | Error)[]) {
  const seen = { polls: 0, workers: [] as string[], relay: 0, errors: 0 }
  const jobs = new DueJobs({
    execute: async () => {
      const result = results[Math.min(seen.polls++, results.length - 1)]!
      if (result instanceof Error) throw result
      return { rows: [{ queues: [], hasOutbox: false, nextInMs: null, ...result }] }
    },
    wakeWorkers: (queue) => void seen.workers.push(queue),
    wakeRelay: () => void seen.relay++,
    onError: () => void seen.errors++,
    pollMs: HOUR_MS,
  })
  jobs.start()
  started = jobs
  return { jobs, seen }
}

test('due jobs and rows of the outbox wake the workers of their queues and the relay', async () => {
  const { seen } = start({ queues: ['mail', 'badges'], hasOutbox: true })
  await waitUntil(() => seen.relay === 1)
  expect(seen.workers).toEqual(['mail', 'badges'])
})

test('the next poll is when the next waiting job is due', async () => {
  const { seen } = start({ nextInMs: 0.4 }, { nextInMs: 30 }, { nextInMs: 2 * HOUR_MS })
  await waitUntil(() => seen.polls === 3)
})

test('a job that this process delays is looked for soon, and again if it was delayed just before the poll', async () => {
  const { jobs, seen } = start({})
  await waitUntil(() => seen.polls === 1)
  jobs.expectDelayedJob()
  await waitUntil(() => seen.polls === 2)
  await waitUntil(() => {
    if (seen.polls === 2) jobs.expectDelayedJob()
    return seen.polls === 3
  })
  await waitUntil(() => seen.polls === 4)
})

test('a poll that fails is reported and repeated', async () => {
  const { seen } = start(new Error('away'), { queues: ['mail'] })
  await waitUntil(() => seen.workers.length === 1)
  expect(seen.errors).toBe(1)
})

test('a resting poll stops immediately', async () => {
  const { jobs, seen } = start({})
  await waitUntil(() => seen.polls === 1)
  await jobs.stop()
  expect(seen.polls).toBe(1)
})
