import type { CsvCell } from '../../platform/csv.ts'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { CsvDownload } from '../../platform/http/file-download.ts'
import { PagingMeta, pagingQuery } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { ASSETS } from '../ledger/public/account.ts'
import { adminRead } from '../staff-access/public/admin-endpoint.ts'
import type { AdminRoute } from '../staff-access/public/role-access.ts'
import { listHardQuestions } from './hard-questions.ts'
import { Format, type Period, PeriodFields, type PeriodRequest, readPeriod } from './period.ts'
import {
  listActivity,
  listBalancesBefore,
  listBattles,
  listCohorts,
  listLearning,
  listLedger,
  listOrders,
  listVisits,
} from './read-queries.ts'
import { summarizeRevenue } from './revenue.ts'
import * as schemas from './schemas.ts'
import {
  summarizeActivity,
  summarizeBattles,
  summarizeFunnel,
  summarizeLearning,
  summarizeLedger,
  summarizeRetention,
} from './summarize.ts'
import { systemRoutes } from './system/routes.ts'
import { csvExampleOf, toTable } from './table.ts'

/** The stats of the platform for administrators. Except for the state of the system, they are stored counts. */
export function platformFigureRoutes(platform: Platform): Endpoint[] {
  const { replicaDb: db } = platform
  return [
    seriesRoute('GET /admin/figures/activity', {
      summary: 'Read how many learners are active',
      description:
        'A learner is active on a day of their own calendar with a completed lesson, an answer, a review, a battle or another activity that extends a streak. Counted every ten minutes; the last five days may still change.',
      data: schemas.ActivitySchema,
      example: schemas.ACTIVITY_EXAMPLE,
      read: async (period) => ({ intervals: summarizeActivity(await listActivity(db, period), period) }),
    }),
    seriesRoute('GET /admin/figures/retention', {
      summary: 'Read how many users come back',
      description:
        'Of the users who signed up in an interval: how many were active 1, 7 and 30 days after their sign-up, in their own calendar. Counted once a day.',
      data: schemas.RetentionSchema,
      example: schemas.RETENTION_EXAMPLE,
      read: async (period) => ({ intervals: summarizeRetention(await listCohorts(db, period), period) }),
    }),
    seriesRoute('GET /admin/figures/funnel', {
      summary: 'Read how far new users get',
      description:
        'Of the users who signed up in an interval: how many completed a lesson, completed a course and got a certificate within 90 days. Counted once a day. `visits` are those of the days of the interval (UTC): a browser without a session opened a public page from elsewhere. Visitors are not recognized, so two visits of one person are two, and a sign-up is not connected with a visit.',
      data: schemas.FunnelSchema,
      example: schemas.FUNNEL_EXAMPLE,
      read: async (period) => ({
        intervals: summarizeFunnel(await listCohorts(db, period), await listVisits(db, period), period),
      }),
    }),
    seriesRoute('GET /admin/figures/learning', {
      summary: 'Read how much is learned',
      description:
        'Lessons that were completed for the first time, and the time that the app reported for them.',
      data: schemas.LearningSchema,
      example: schemas.LEARNING_EXAMPLE,
      read: async (period) => ({ intervals: summarizeLearning(await listLearning(db, period), period) }),
    }),
    seriesRoute('GET /admin/figures/ledger', {
      summary: 'Read the supply of an asset, its sources and its sinks',
      description:
        'What the house issued and got back, by interval and by reason, and what users and escrows have. The sums are those of the ledger, some minutes later.',
      fields: {
        asset: z.enum(ASSETS).default('GEM').openapi({ description: 'The asset', example: 'GEM' }),
      },
      data: schemas.LedgerSchema,
      example: schemas.LEDGER_EXAMPLE,
      read: async (period, { asset = 'GEM' }: { asset?: string }) =>
        summarizeLedger(
          await listLedger(db, { asset, ...period }),
          await listBalancesBefore(db, { asset, day: period.from }),
          period,
        ),
    }),
    seriesRoute('GET /admin/figures/revenue', {
      summary: 'Read what payments brought in and paid out',
      description:
        'Completed payment orders by provider, asset and currency; intervals without an order have no entry. Prices of subscriptions in app stores are not sent to this service.',
      data: schemas.RevenueSchema,
      example: schemas.REVENUE_EXAMPLE,
      read: async (period) => ({ intervals: summarizeRevenue(await listOrders(db, period), period) }),
    }),
    seriesRoute('GET /admin/figures/battles', {
      summary: 'Read how many battles are played',
      description: 'Battles that began in an interval and have ended.',
      data: schemas.BattlesSchema,
      example: schemas.BATTLES_EXAMPLE,
      read: async (period) => ({ intervals: summarizeBattles(await listBattles(db, period), period) }),
    }),
    adminRead('GET /admin/figures/questions', {
      summary: 'List the hardest questions',
      description:
        'By their rating, which considers how good the learners are who answered. Questions with fewer than five answers are left out. A CSV has the same page.',
      query: pagingQuery(20).extend({ format: Format }),
      response: {
        data: z.array(schemas.HardQuestionSchema),
        meta: PagingMeta,
        example: [schemas.HARD_QUESTION_EXAMPLE],
        csvExample: csvExampleOf(schemas.HARD_QUESTION_EXAMPLE),
      },
      handle: async ({ query: { page, limit, format } }) => {
        const { questions, total } = await listHardQuestions(platform, { page, limit })
        if (format === 'csv')
          return new CsvDownload('hardest-questions', toTable(questions, schemas.HARD_QUESTION_EXAMPLE))
        return new Reply(questions, { meta: { total, page, limit } })
      },
    }),
    ...systemRoutes(platform),
  ]
}

interface Series {
  intervals: Record<string, CsvCell>[]
}

/** An endpoint with the stats of a period, as JSON or as a table with one row for each interval. */
function seriesRoute<Query extends object>(
  route: AdminRoute,
  {
    fields = {},
    data,
    example,
    read,
    ...texts
  }: {
    summary: string
    description: string
    fields?: z.ZodRawShape
    data: z.ZodType
    example: Series & Period
    read: (period: Period, query: Query) => Promise<Series>
  },
): Endpoint {
  const interval = example.intervals[0]!
  return adminRead(route, {
    ...texts,
    query: PeriodFields.extend(fields),
    response: { data, example, csvExample: csvExampleOf(interval) },
    handle: async ({ query: parsed, now }) => {
      const query = parsed as unknown as PeriodRequest & Query
      const period = readPeriod(query, now)
      const stats = await read(period, query)
      if (query.format === 'csv')
        return new CsvDownload(`figures-${route.split('/').at(-1)}`, toTable(stats.intervals, interval))
      return { ...period, ...stats }
    },
  })
}
