import { z } from '@hono/zod-openapi'
import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from '../ledger/errors.ts'
import { ASSETS, userAccount } from '../ledger/public/account.ts'
import { countEntries, listEntries } from '../ledger/queries.ts'
import { buyStreakFreeze } from './buy-streak-freeze.ts'
import {
  buildCalendar,
  CALENDAR_DAYS,
  FREEZE_PRICE_GEMS,
  MAX_FREEZES,
  NO_STREAK,
  streakAsOf,
} from './public/streak.ts'
import { findStreak, listStreakDays } from './queries.ts'

const TAG = 'Rewards'

export interface RewardsDeps {
  platform: Platform
  /** Where the user is, as `identity/` knows it. */
  timeZoneOf: (db: Db, userId: UserId) => Promise<string>
}

const EntrySchema = z
  .object({
    id: z.string().openapi({ description: 'The transfer that this is a part of.' }),
    asset: z.enum(ASSETS),
    amount: z.int().openapi({ description: 'Positive when you got it, negative when you gave it.' }),
    reason: z.string(),
    source: z.string(),
    createdAt: TimestampSchema,
  })
  .openapi('LedgerEntry')

const StreakSchema = z
  .object({
    currentStreak: z.int(),
    longestStreak: z.int(),
    freezes: z.int().openapi({ description: `Spent by themselves on missed days; at most ${MAX_FREEZES}.` }),
    todayDone: z.boolean(),
    calendar: z.array(z.object({ date: z.iso.date(), status: z.enum(['DONE', 'FROZEN']) })).openapi({
      description: `Of the last ${CALENDAR_DAYS} days, those that count and those that a freeze saved.`,
    }),
    nextMilestone: z.object({ days: z.int(), gems: z.int() }).nullable(),
  })
  .openapi('Streak')

export function rewardsRoutes({ platform, timeZoneOf }: RewardsDeps): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/user/ledger',
      tag: TAG,
      summary: 'Page through your own entries of the ledger',
      description: 'Every movement of XP, gems and tokens to or from you, newest first.',
      access: 'user',
      query: pagingQuery(20).extend({ asset: z.enum(ASSETS).optional() }),
      response: {
        status: 200,
        data: z.array(EntrySchema),
        meta: PagingMeta,
        example: [
          {
            id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
            asset: 'XP',
            amount: 20,
            reason: 'lesson completed',
            source: 'lesson:019a8b5e-7c1d-7000-8000-4b2f7d1b2c3d',
            createdAt: '2026-11-02T08:00:00.000Z',
          },
        ],
      },
      handle: async ({ caller, query }) => {
        const { page, limit, asset = null } = query
        const account = userAccount(caller.userId)
        const [total, entries] = await Promise.all([
          countEntries(platform.db, account, asset),
          listEntries(platform.db, account, { asset, limit, offset: (page - 1) * limit }),
        ])
        return new Reply(
          entries.map((entry) => ({
            ...entry,
            amount: Number(entry.amount),
            createdAt: entry.createdAt.toISOString(),
          })),
          { meta: { total, page, limit } },
        )
      },
    }),

    endpoint({
      method: 'get',
      path: '/user/streak',
      tag: TAG,
      summary: 'Read your streak',
      description: 'As it is today in your time zone: a streak that was missed for too long is 0.',
      access: 'user',
      response: {
        status: 200,
        data: StreakSchema,
        example: {
          currentStreak: 5,
          longestStreak: 12,
          freezes: 1,
          todayDone: true,
          calendar: [
            { date: '2026-11-01', status: 'FROZEN' },
            { date: '2026-11-02', status: 'DONE' },
          ],
          nextMilestone: { days: 7, gems: 15 },
        },
      },
      handle: async ({ caller, now }) => {
        const db = platform.pipelinedDb
        const [zone, state = NO_STREAK, days] = await Promise.all([
          timeZoneOf(db, caller.userId),
          findStreak(db, caller.userId),
          // A day more, because it may be yesterday where the user is.
          listStreakDays(db, caller.userId, addMs(now, -(CALENDAR_DAYS + 1) * DAY_MS)),
        ])
        const moment = { at: now, zone }
        const view = streakAsOf(state, moment)
        return {
          currentStreak: view.currentDays,
          longestStreak: view.longestDays,
          freezes: view.freezes,
          todayDone: view.isTodayDone,
          calendar: buildCalendar(days, view, moment),
          nextMilestone: view.nextMilestone,
        }
      },
    }),

    endpoint({
      method: 'post',
      path: '/user/streak/freezes',
      tag: TAG,
      summary: 'Buy a streak freeze',
      description: `Costs ${FREEZE_PRICE_GEMS} gems. One is spent by itself on each day that you miss, when that saves the streak; it saves no day of the past. You may hold ${MAX_FREEZES}.`,
      access: 'user',
      response: {
        status: 201,
        data: z.object({ freezes: z.int(), newTotalGems: z.int() }),
        example: { freezes: 1, newTotalGems: 120 },
        message: 'Streak freeze bought',
      },
      refusals: [errors.insufficient_gems, errors.freezes_full],
      handle: async ({ caller: { userId }, storeResponse, now }) => {
        const timeZone = await timeZoneOf(platform.pipelinedDb, userId)
        return platform.write(async (tx) =>
          storeResponse(tx, await buyStreakFreeze(tx, { userId, timeZone, now })),
        )
      },
    }),
  ]
}
