import type { CsvCell } from '../../platform/csv.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { CsvDownload } from '../../platform/http/file-download.ts'
import { pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import type { DescribeUsers } from '../accounts/public/public-profile.ts'
import { errors as authoringErrors } from '../authoring/errors.ts'
import { errors } from '../contests/errors.ts'
import { type ContestId, isDecided } from '../contests/public/contest.ts'
import { CONTEST_EXAMPLE, ContestSchema } from '../contests/public/contest-view.ts'
import {
  getOwnedContest,
  listContestQuestionStats,
  listContestRanking,
} from '../contests/public/get-contest-results.ts'
import { getContestView } from '../contests/public/get-contest-view.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { adminRead, idParams } from '../staff-access/public/admin-endpoint.ts'
import { requireContestAuthor } from './contest-routes.ts'

const EntrySchema = z.object({
  rank: z.int().nullable(),
  userId: z.string(),
  username: z.string(),
  score: z.int(),
  correctCount: z.int(),
  timeTakenSeconds: z.int(),
  prizeGems: z.int(),
  submittedAt: TimestampSchema,
})
const QuestionStatsSchema = z
  .object({
    id: z.string(),
    prompt: z.string(),
    type: z.enum(QUESTION_TYPES),
    askedCount: z.int().openapi({ description: 'Submissions with this question in their draw' }),
    answeredCount: z.int(),
    correctCount: z.int(),
    options: z.array(z.object({ text: z.string(), isCorrect: z.boolean(), chosenCount: z.int() })).nullable(),
  })
  .openapi('ContestQuestionFigures')

const ResultsSchema = z
  .object({
    contest: ContestSchema,
    cancelNote: z.string().nullable(),
    refundGems: z.int().openapi({ description: 'The fees that a cancellation returns' }),
    submissionCount: z.int(),
    entries: z.array(EntrySchema).openapi({ description: 'Empty until the contest is decided' }),
    questions: z
      .array(QuestionStatsSchema)
      .nullable()
      .openapi({ description: 'Null until the contest is decided' }),
  })
  .openapi('ContestResults')

const EXAMPLE = {
  contest: { ...CONTEST_EXAMPLE, status: 'SETTLED' },
  cancelNote: null,
  refundGems: 30,
  submissionCount: 3,
  entries: [
    {
      rank: 1,
      userId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
      username: 'ada_l',
      score: 80,
      correctCount: 8,
      timeTakenSeconds: 145,
      prizeGems: 115,
      submittedAt: '2026-11-02T08:12:25.120Z',
    },
  ],
  questions: [
    {
      id: '019a8b5e-7c1d-7000-8000-0000000000d1',
      prompt: 'What ties a block to the one before it?',
      type: 'SINGLE_CHOICE',
      askedCount: 3,
      answeredCount: 3,
      correctCount: 2,
      options: [{ text: 'The hash of the previous block', isCorrect: true, chosenCount: 2 }],
    },
  ],
}

/** The most lines of a file. */
const MAX_FILE_ROWS = 10_000

/** What became of a contest, for its author and for administrators. */
export function contestResultRoutes({ db }: Pick<Platform, 'db'>, describeUsers: DescribeUsers): Endpoint[] {
  async function listEntries(contestId: ContestId, page: { limit: number; offset: number }) {
    const { rows, total } = await listContestRanking(db, contestId, page)
    const users = await describeUsers(
      db,
      rows.map(({ userId }) => userId),
    )
    const entries = rows.flatMap(({ userId, score, correctCount, timeTakenMs, submittedAt, ...row }) => {
      const user = users.get(userId)
      if (!user) return []
      const { rank, prizeGems } = row
      return [
        {
          rank,
          userId,
          username: user.username,
          score: score ?? 0,
          correctCount: correctCount ?? 0,
          timeTakenSeconds: Math.floor(timeTakenMs / 1_000),
          prizeGems,
          submittedAt: submittedAt.toISOString(),
        },
      ]
    })
    return { entries, total }
  }

  return [
    adminRead('GET /admin/contests/:id/results', {
      summary: 'Read the results of a contest',
      description:
        'For its author and an ADMIN. Ranking and questions follow when the contest is decided. It contains no answers before.',
      params: idParams<ContestId>(),
      query: pagingQuery(20).extend({
        format: z.enum(['json', 'csv']).default('json'),
        table: z
          .enum(['participants', 'questions'])
          .default('participants')
          .openapi({ description: 'What a CSV file contains' }),
      }),
      response: {
        data: ResultsSchema,
        example: EXAMPLE as never,
        csvExample:
          'rank,username,score,correct,seconds,prizeGems,submittedAt\r\n1,ada_l,80,8,145,115,2026-11-02T08:12:25.120Z\r\n',
      },
      refusals: [errors.contest_not_found, errors.contest_not_settled, authoringErrors.not_an_author],
      handle: async ({ caller, params: { id: contestId }, query, now }) => {
        const contest = await getOwnedContest(db, contestId)
        requireContestAuthor(contest, caller)
        const view = await getContestView(db, { contestId, userId: caller.userId, includePrivate: true, now })
        const isFinal = isDecided(view.status)
        if (query.format === 'csv') {
          if (!isFinal) throw errors.contest_not_settled()
          const name = `contest-${query.table}-${contestId}`
          if (query.table === 'questions')
            return new CsvDownload(name, questionTable(await listContestQuestionStats(db, contest)))
          const { entries } = await listEntries(contestId, { limit: MAX_FILE_ROWS, offset: 0 })
          return new CsvDownload(name, participantTable(entries))
        }
        const { page, limit } = query
        const { entries, total } = await listEntries(contestId, { limit, offset: (page - 1) * limit })
        return {
          contest: { ...view, roomCode: contest.roomCode },
          cancelNote: contest.cancelNote,
          refundGems: view.entryFeeGems * view.participantCount,
          submissionCount: total,
          entries: isFinal ? entries : [],
          questions: isFinal ? await listContestQuestionStats(db, contest) : null,
        }
      },
    }),
  ]
}

function participantTable(entries: z.output<typeof EntrySchema>[]): CsvCell[][] {
  return [
    ['rank', 'username', 'score', 'correct', 'seconds', 'prizeGems', 'submittedAt'],
    ...entries.map((entry): CsvCell[] => [
      entry.rank,
      entry.username,
      entry.score,
      entry.correctCount,
      entry.timeTakenSeconds,
      entry.prizeGems,
      entry.submittedAt,
    ]),
  ]
}

function questionTable(questions: Awaited<ReturnType<typeof listContestQuestionStats>>): CsvCell[][] {
  return [
    ['prompt', 'type', 'asked', 'answered', 'correct', 'options'],
    ...questions.map((question): CsvCell[] => [
      question.prompt,
      question.type,
      question.askedCount,
      question.answeredCount,
      question.correctCount,
      question.options?.map(({ text, chosenCount }) => `${text}: ${chosenCount}`).join('; ') ?? '',
    ]),
  ]
}
