import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { addMs, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { type ContestDraft, ContestDraftSchema } from './public/contest-draft.ts'
import { createContest } from './public/create-contest.ts'
import { findLastRun, lockSeries } from './queries.ts'

const SeriesFileSchema = z
  .strictObject({
    title: z.string(),
    description: z.string(),
    entryFeeGems: z.number(),
    prizePoolGems: z.number(),
    prizeTable: z.array(z.number()).optional(),
    minParticipants: z.number().optional(),
    maxDurationSeconds: z.number().optional(),
    minPrizeScore: z.number().optional(),
    lastsHours: z.number().int().min(1).max(744),
    /** Number of questions per participant; all if omitted. They are drawn from the pool of the run. */
    asks: z.number().int().min(1).optional(),
    questions: z
      .array(
        z.union([
          z.strictObject({
            prompt: z.string().trim(),
            right: z.string(),
            wrong: z.array(z.string()),
            explanation: z.string(),
            skill: z.string().optional(),
            /** First for the right option, then for the wrong ones. */
            optionFeedback: z.array(z.string()).optional(),
          }),
          z
            .looseObject({ type: z.enum(QUESTION_TYPES), prompt: z.string().trim() })
            .describe('A question of another type, with the fields of the admin endpoint'),
        ]),
      )
      .refine(
        (questions) => new Set(questions.map(({ prompt }) => prompt)).size === questions.length,
        'must not contain the same prompt twice',
      ),
  })
  .refine(({ asks = 0, questions }) => asks <= questions.length, {
    path: ['asks'],
    message: 'must not exceed the number of questions',
  })
  .readonly()

/** A repeated contest; each run starts when the previous one ends. */
export interface ContestSeries {
  key: string
  file: z.output<typeof SeriesFileSchema>
}

/** Reads a folder with one series per file. An error names the file and the problem. */
export async function readSeries(folder: string): Promise<ContestSeries[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  return Promise.all(
    names.map(async (name) => {
      const outcome = SeriesFileSchema.safeParse(parse(await readFile(join(folder, name), 'utf8')))
      if (!outcome.success) throw new Error(`${join(folder, name)}: ${z.prettifyError(outcome.error)}`)
      const series = { key: name.slice(0, -'.yaml'.length), file: outcome.data }
      // Validates all questions now instead of in the run that uses them.
      draftOf(series.file, series.file.questions, new Date(0))
      return series
    }),
  )
}

/**
 * The run that starts at `startsAt`. Participants of the previous run have seen its answers, so its questions are used
 * only if there are too few others. A run has half of all questions, from which each participant gets a part: so a
 * participant cannot tell another one all answers. Series and start determine the draw, so that every process draws the
 * same.
 */
export function draftSeriesRun(
  { key, file }: ContestSeries,
  startsAt: Date,
  lastPrompts: ReadonlySet<string> = new Set(),
): ContestDraft {
  const chance = (prompt: string) =>
    createHash('sha256').update(`${key}\n${startsAt.toISOString()}\n${prompt}`).digest('hex')
  const drawn = file.questions
    .map((question) => ({
      question,
      order: `${Number(lastPrompts.has(question.prompt))}${chance(question.prompt)}`,
    }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, poolSizeOf(file))
    .map(({ question }) => question)
  return draftOf(file, drawn, startsAt)
}

function poolSizeOf({ asks, questions }: ContestSeries['file']): number {
  return asks === undefined ? questions.length : Math.max(asks, Math.floor(questions.length / 2))
}

function draftOf(
  { lastsHours, asks, ...plain }: ContestSeries['file'],
  questions: ContestSeries['file']['questions'],
  startsAt: Date,
): ContestDraft {
  return ContestDraftSchema.parse({
    ...plain,
    questionsPerAttempt: asks ?? null,
    startsAt: startsAt.toISOString(),
    endsAt: addMs(startsAt, lastsHours * HOUR_MS).toISOString(),
    // The position of the correct option does not matter: options are shuffled for each participant.
    questions: questions.map((question) => {
      if (!('right' in question) || 'type' in question) return question
      const { right, wrong, ...plain } = question
      return { ...plain, options: [right, ...wrong], correctIndex: 0 }
    }),
  })
}

/** The start of the next missing run: a series always has a live run and an upcoming one. */
export function nextRunStart(
  last: { startsAt: Date; endsAt: Date } | undefined,
  now: Date,
): Date | undefined {
  if (!last || last.endsAt <= now) return new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  return last.startsAt <= now ? last.endsAt : undefined
}

/** Creates the missing runs of a series and returns their number. Several processes can run it in parallel. */
export async function createMissingRuns(
  { write }: Pick<Platform, 'write'>,
  series: ContestSeries,
  now: Date,
): Promise<number> {
  let created = 0
  const createNextRun = () =>
    write(async (tx) => {
      await lockSeries(tx, series.key)
      const last = await findLastRun(tx, series.key)
      const startsAt = nextRunStart(last, now)
      if (!startsAt) return false
      const lastQuestions = await getStoredQuestions(tx, last?.questionIds ?? [])
      const draft = draftSeriesRun(series, startsAt, new Set(lastQuestions.map(({ prompt }) => prompt)))
      await createContest(tx, { draft, author: null, seriesKey: series.key, now })
      return true
    })
  while (await createNextRun()) created++
  return created
}
