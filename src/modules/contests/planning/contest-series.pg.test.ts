import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { DAY_MS, HOUR_MS, later } from '../../../platform/clock.ts'
import { reactionTable } from '../../../platform/reactions.ts'
import { createWrite, type Write } from '../../../platform/write.ts'
import { statusOf } from '../contest.ts'
import { type ContestSeries, nextStart, readSeries } from './contest-series.ts'
import { renewSeries } from './renew-series.ts'

setDefaultTimeout(60_000)

const SHIPPED = join(import.meta.dir, '../../../../content/contests')
const now = new Date('2026-11-02T08:00:30.000Z')
let fixture: TestDatabase
let write: Write
let shipped: ContestSeries[]
beforeAll(async () => {
  fixture = await createTestDatabase()
  write = createWrite(fixture.another(), reactionTable([]), () => {})
  shipped = await readSeries(SHIPPED)
})
afterAll(() => fixture.drop())

async function runs(key: string, at: Date) {
  const rows = await fixture.database.query<{ startsAt: Date; endsAt: Date; outcome: null }>`
    select starts_at as "startsAt", ends_at as "endsAt", outcome from contest where series_key = ${key} order by starts_at`
  return rows.map((row) => ({ ...row, status: statusOf(row, at) }))
}

describe('the shipped contests', () => {
  test('can be read, and each question has answers that differ', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(2)
    for (const { file } of shipped) {
      expect(file.questions.length).toBeGreaterThanOrEqual(5)
      for (const { right, wrong } of file.questions) expect(new Set([right, ...wrong]).size).toBe(4)
    }
  })

  test('have a live and an upcoming run from the first start on, whoever starts and how often', async () => {
    for (const series of shipped) {
      const made = await Promise.all([1, 2, 3].map(() => renewSeries({ write }, series, now)))
      expect(made.reduce((sum, count) => sum + count, 0)).toBe(2)
      expect((await runs(series.key, now)).map(({ status }) => status)).toEqual(['LIVE', 'UPCOMING'])
    }
  })

  test('go on when a run has ended, and after a service that was away for weeks', async () => {
    const [series] = shipped as [ContestSeries]
    const day = later(now, series.file.lastsHours * HOUR_MS)
    await renewSeries({ write }, series, day)
    const next = await runs(series.key, day)
    expect(next.map(({ status }) => status)).toEqual(['ENDED', 'LIVE', 'UPCOMING'])
    expect(next[1]!.startsAt).toEqual(next[0]!.endsAt)
    expect(next[2]!.startsAt).toEqual(next[1]!.endsAt)
    const weeks = later(now, 60 * DAY_MS)
    await renewSeries({ write }, series, weeks)
    expect((await runs(series.key, weeks)).slice(-2).map(({ status }) => status)).toEqual([
      'LIVE',
      'UPCOMING',
    ])
  })
})

test('the next run is due when there is none, or the last has begun', () => {
  const run = { startsAt: now, endsAt: later(now, HOUR_MS) }
  expect(nextStart(undefined, now)).toEqual(new Date('2026-11-02T08:00:00.000Z'))
  expect(nextStart(run, now)).toEqual(run.endsAt)
  expect(nextStart(run, later(now, -1))).toBeUndefined()
  expect(nextStart(run, later(now, HOUR_MS))).toEqual(new Date('2026-11-02T09:00:00.000Z'))
})

test('a file that is wrong is named, with what is wrong', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-series-'))
  try {
    writeFileSync(join(folder, 'broken.yaml'), 'title: Broken\nlastsHours: 0\nprize: 7\n')
    await expect(readSeries(folder)).rejects.toThrow(/broken\.yaml[\s\S]*lastsHours/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
