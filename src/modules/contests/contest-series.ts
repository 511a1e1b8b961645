import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { addMs, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { type ContestDraft, ContestDraftSchema } from './public/contest-draft.ts'

const SeriesFileSchema = z
  .strictObject({
    title: z.string(),
    description: z.string(),
    entryFeeGems: z.number(),
    prizePoolGems: z.number(),
    prizeTable: z.array(z.number()).optional(),
    minParticipants: z.number().optional(),
    maxDurationSeconds: z.number().optional(),
    lastsHours: z.number().int().min(1).max(744),
    /** How many of the questions a run asks; all when it is left out. */
    asks: z.number().int().min(1).optional(),
    questions: z
      .array(
        z.strictObject({
          prompt: z.string().trim(),
          right: z.string(),
          wrong: z.array(z.string()),
          explanation: z.string(),
        }),
      )
      .refine(
        (questions) => new Set(questions.map(({ prompt }) => prompt)).size === questions.length,
        'must not have the same prompt twice',
      ),
  })
  .refine(({ asks = 0, questions }) => asks <= questions.length, {
    path: ['asks'],
    message: 'must not be more than there are questions',
  })
  .readonly()

/** A contest that is held again and again, each run when the one before it ends. */
export interface ContestSeries {
  key: string
  file: z.output<typeof SeriesFileSchema>
}

/** Reads a folder of series, one a file, or throws with the file's name and what is wrong with it. */
export async function readSeries(folder: string): Promise<ContestSeries[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  return Promise.all(
    names.map(async (name) => {
      const outcome = SeriesFileSchema.safeParse(parse(await readFile(join(folder, name), 'utf8')))
      if (!outcome.success) throw new Error(`${join(folder, name)}: ${z.prettifyError(outcome.error)}`)
      const series = { key: name.slice(0, -'.yaml'.length), file: outcome.data }
      // A fault in any question is found now, and not in the run that asks it.
      draftOf(series.file, series.file.questions, new Date(0))
      return series
    }),
  )
}

/**
 * The run that begins then. Whoever saw the answers of the run before must not meet its questions again: those that it did
 * not ask come first, and only where they are too few do some return. Which ones is decided by the series and the
 * beginning, so that every process draws the same.
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
    .slice(0, file.asks ?? file.questions.length)
    .map(({ question }) => question)
  return draftOf(file, drawn, startsAt)
}

function draftOf(
  { lastsHours, asks: _, ...plain }: ContestSeries['file'],
  questions: ContestSeries['file']['questions'],
  startsAt: Date,
): ContestDraft {
  return ContestDraftSchema.parse({
    ...plain,
    startsAt: startsAt.toISOString(),
    endsAt: addMs(startsAt, lastsHours * HOUR_MS).toISOString(),
    // Where the right one stands is no matter: everybody sees an order of their own.
    questions: questions.map(({ right, wrong, ...question }) => ({
      ...question,
      options: [right, ...wrong],
      correctIndex: 0,
    })),
  })
}

/** When the next run begins, if one is missing: there is always one that is live, and one that comes after it. */
export function nextRunStart(
  last: { startsAt: Date; endsAt: Date } | undefined,
  now: Date,
): Date | undefined {
  if (!last || last.endsAt <= now) return new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  return last.startsAt <= now ? last.endsAt : undefined
}
