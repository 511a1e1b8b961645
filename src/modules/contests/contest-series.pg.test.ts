import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import {
  type ContestSeries,
  createMissingRuns,
  draftSeriesRun,
  nextRunStart,
  readSeries,
} from './contest-series.ts'
import { statusOf } from './public/contest.ts'

const SHIPPED = join(import.meta.dir, '../../../content/contests')
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

/** The questions of each run of a series, the oldest first. */
async function promptsByRun(key: string, from = fixture): Promise<string[][]> {
  const rows = await from.database.query<{ prompts: string[] }>`
    select (select jsonb_agg(prompt order by prompt) from question where question.id = any(question_ids)) as prompts
    from contest where series_key = ${key} order by starts_at`
  return rows.map(({ prompts }) => prompts)
}

/** A series with `count` questions, of which a run asks some. */
function seriesOf(key: string, pool: number, asks: number): ContestSeries {
  const questions = Array.from({ length: pool }, (_, index) => ({
    prompt: `Which is ${index}?`,
    right: 'this',
    wrong: ['that'],
    explanation: '',
  }))
  const file = { title: key, description: '', entryFeeGems: 0, prizePoolGems: 0, lastsHours: 1 }
  return { key, file: { ...file, asks, questions } }
}

describe('the demo contests', () => {
  test('the demo contests are valid and each question has different options', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(2)
    for (const { file } of shipped) {
      expect(file.asks).toBeGreaterThanOrEqual(5)
      // Enough questions for two runs without a common question.
      expect(file.questions.length).toBeGreaterThanOrEqual(2 * file.asks!)
      for (const question of file.questions)
        if ('right' in question && 'wrong' in question)
          expect(new Set([question.right, ...(question.wrong as string[])]).size).toBe(4)
    }
  })

  test('a series has one live and one upcoming run after any number of concurrent starts', async () => {
    for (const series of shipped) {
      const made = await Promise.all([1, 2, 3].map(() => createMissingRuns({ write }, series, now)))
      expect(made.reduce((sum, count) => sum + count, 0)).toBe(2)
      expect((await runs(series.key, now)).map(({ status }) => status)).toEqual(['LIVE', 'UPCOMING'])
    }
  })

  test('a series continues after a run has ended and after weeks without a service', async () => {
    const [series] = shipped as [ContestSeries]
    const day = addMs(now, series.file.lastsHours * HOUR_MS)
    await createMissingRuns({ write }, series, day)
    const next = await runs(series.key, day)
    expect(next.map(({ status }) => status)).toEqual(['ENDED', 'LIVE', 'UPCOMING'])
    expect(next[1]!.startsAt).toEqual(next[0]!.endsAt)
    expect(next[2]!.startsAt).toEqual(next[1]!.endsAt)
    const weeks = addMs(now, 60 * DAY_MS)
    await createMissingRuns({ write }, series, weeks)
    expect((await runs(series.key, weeks)).slice(-2).map(({ status }) => status)).toEqual([
      'LIVE',
      'UPCOMING',
    ])
  })
})

describe('the questions of a run', () => {
  /** Eight consecutive runs. */
  async function createRuns(series: ContestSeries, using: Write): Promise<void> {
    for (let hour = 0; hour < 7; hour++)
      await createMissingRuns({ write: using }, series, addMs(now, hour * HOUR_MS))
  }

  test('consecutive runs share no question and draws vary', async () => {
    await createRuns(seriesOf('wide', 13, 4), write)
    const asked = await promptsByRun('wide')
    expect(asked).toHaveLength(8)
    for (const [index, prompts] of asked.entries()) {
      // Half of the questions, of which each participant gets four.
      expect(new Set(prompts).size).toBe(6)
      if (index > 0) expect(prompts.filter((prompt) => asked[index - 1]!.includes(prompt))).toEqual([])
    }
    expect(new Set(asked.map(String)).size).toBeGreaterThan(3)
    expect(new Set(asked.flat()).size).toBe(13)
    const rows = await fixture.database.query<{ drawn: number }>`
      select distinct questions_per_attempt as drawn from contest where series_key = 'wide'`
    expect(rows as unknown[]).toEqual([{ drawn: 4 }])
  })

  test('questions of the previous run are used only if there are too few others', async () => {
    await createRuns(seriesOf('narrow', 7, 4), write)
    const asked = await promptsByRun('narrow')
    for (const [index, prompts] of asked.entries()) {
      expect(prompts).toHaveLength(4)
      if (index > 0) expect(prompts.filter((prompt) => asked[index - 1]!.includes(prompt))).toHaveLength(1)
    }
  })

  test('a series without `asks` uses all questions in each run', () => {
    const { key, file } = seriesOf('whole', 6, 6)
    const { asks: _, ...rest } = file
    const known = new Set(file.questions.map(({ prompt }) => prompt))
    const drawn = draftSeriesRun({ key, file: rest }, now, known).questions.map(({ prompt }) => prompt)
    expect(new Set(drawn)).toEqual(known)
  })

  test('a question of a file may have feedback on its options, the right one first', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-contests-'))
    const store = (feedback: string) =>
      writeFileSync(
        join(folder, 'daily.yaml'),
        `title: T\ndescription: ""\nentryFeeGems: 0\nprizePoolGems: 0\nlastsHours: 1\nquestions:\n  - prompt: A?\n    right: a\n    wrong: [b, c]\n    explanation: ""\n    optionFeedback: ${feedback}\n`,
      )
    store('["", On b., On c.]')
    const [series] = await readSeries(folder)
    expect(draftSeriesRun(series!, now).questions).toMatchObject([
      { options: ['a', 'b', 'c'], correctIndex: 0, optionFeedback: ['', 'On b.', 'On c.'] },
    ])
    store('[On b.]')
    await expect(readSeries(folder)).rejects.toThrow(/optionFeedback/)
    rmSync(folder, { recursive: true })
  })

  test('the draw depends only on series and start', async () => {
    const elsewhere = await createTestDatabase()
    try {
      const series = seriesOf('anywhere', 30, 5)
      const theirs = createWrite(elsewhere.another(), reactionTable([]), () => {})
      await Promise.all([createRuns(series, write), createRuns(series, theirs)])
      expect(await promptsByRun('anywhere', elsewhere)).toEqual(await promptsByRun('anywhere'))
    } finally {
      await elsewhere.drop()
    }
    const drawn = (key: string, at: Date) =>
      draftSeriesRun(seriesOf(key, 30, 5), at).questions.map(({ prompt }) => prompt)
    expect(drawn('one', now)).toEqual(drawn('one', now))
    expect(drawn('one', now)).not.toEqual(drawn('other', now))
    expect(drawn('one', now)).not.toEqual(drawn('one', addMs(now, HOUR_MS)))
  })
})

test('the next run is due when there is no run or the last one has started', () => {
  const run = { startsAt: now, endsAt: addMs(now, HOUR_MS) }
  expect(nextRunStart(undefined, now)).toEqual(new Date('2026-11-02T08:00:00.000Z'))
  expect(nextRunStart(run, now)).toEqual(run.endsAt)
  expect(nextRunStart(run, addMs(now, -1))).toBeUndefined()
  expect(nextRunStart(run, addMs(now, HOUR_MS))).toEqual(new Date('2026-11-02T09:00:00.000Z'))
})

test('an invalid series file is reported with its name and error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-series-'))
  try {
    writeFileSync(join(folder, 'broken.yaml'), 'title: Broken\nlastsHours: 0\nprize: 7\n')
    await expect(readSeries(folder)).rejects.toThrow(/broken\.yaml[\s\S]*lastsHours/)
    const question = '  - { prompt: Which?, right: this, wrong: [that], explanation: "" }\n'
    const head = 'title: T\ndescription: D\nentryFeeGems: 0\nprizePoolGems: 0\nlastsHours: 1\n'
    writeFileSync(join(folder, 'broken.yaml'), `${head}asks: 2\nquestions:\n${question}`)
    await expect(readSeries(folder)).rejects.toThrow(/must not exceed the number of questions[\s\S]*asks/)
    writeFileSync(join(folder, 'broken.yaml'), `${head}questions:\n${question}${question}`)
    await expect(readSeries(folder)).rejects.toThrow(/must not contain the same prompt twice/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
