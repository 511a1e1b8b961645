import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { getOwnTimeZone } from '../accounts/public/own-account.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { buyStreakFreeze } from './buy-streak-freeze.ts'
import { errors } from './errors.ts'
import {
  buildCalendar,
  CALENDAR_DAYS,
  FREEZE_PRICE_GEMS,
  MAX_FREEZES,
  NO_STREAK,
  type StreakState,
  streakAsOf,
  type ZonedMoment,
} from './public/streak.ts'
import { findRepair, REPAIR_PRICE_GEMS, REPAIR_WINDOW_MS } from './public/streak-repair.ts'
import { findStreak, listStreakDays } from './queries.ts'
import { repairStreak } from './repair-streak.ts'

const TAG = 'Rewards'

const StreakSchema = z
  .object({
    currentStreak: z.int(),
    longestStreak: z.int(),
    freezes: z.int().openapi({ description: `Used automatically on missed days; at most ${MAX_FREEZES}.` }),
    todayDone: z.boolean(),
    calendar: z
      .array(z.object({ date: z.iso.date(), status: z.enum(['DONE', 'FROZEN', 'REPAIRED']) }))
      .openapi({
        description: `The days of the last ${CALENDAR_DAYS} that count, or that a freeze or a repair covers.`,
      }),
    nextMilestone: z.object({ days: z.int(), gems: z.int() }).nullable(),
    freezeOffer: z
      .object({ gems: z.int().openapi({ description: 'The price' }) })
      .nullable()
      .openapi({ description: 'Set while you have a streak and may hold another freeze.' }),
    repair: z
      .object({
        days: z.int().openapi({ description: 'The length of the streak after the repair' }),
        gems: z.int().openapi({ description: 'The price' }),
        until: TimestampSchema,
      })
      .nullable()
      .openapi({ description: 'Set while a streak that ended can be repaired.' }),
  })
  .openapi('Streak')

export function streakRoutes(platform: Pick<Platform, 'pipelinedDb'>): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/user/streak',
      tag: TAG,
      summary: 'Read your streak',
      description: 'The streak as of today in your time zone. A streak with too many missed days is 0.',
      access: 'user',
      response: {
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
          freezeOffer: { gems: FREEZE_PRICE_GEMS },
          repair: null,
        },
      },
      handle: async ({ caller, now }) => {
        const db = platform.pipelinedDb
        const [zone, state = NO_STREAK, days] = await Promise.all([
          getOwnTimeZone(db, caller.userId),
          findStreak(db, caller.userId),
          // One day more, because the user's date may be one behind UTC.
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
          freezeOffer:
            view.currentDays > 0 && view.freezes < MAX_FREEZES ? { gems: FREEZE_PRICE_GEMS } : null,
          repair: presentRepair(state, moment),
        }
      },
    }),

    endpoint({
      method: 'post',
      path: '/user/streak/freezes',
      tag: TAG,
      summary: 'Buy a streak freeze',
      description: `Costs ${FREEZE_PRICE_GEMS} gems. A freeze is used automatically on each day that you miss, if that saves the streak. It does not cover past days. You may hold ${MAX_FREEZES}.`,
      access: 'user',
      response: {
        status: 201,
        data: z.object({ freezes: z.int(), newTotalGems: z.int() }),
        example: { freezes: 1, newTotalGems: 120 },
        message: 'Streak freeze bought',
      },
      refusals: [ledgerErrors.insufficient_gems, errors.freezes_full],
      handle: ({ caller: { userId }, write, now }) =>
        write.shared({ name: 'streak-freezes', userId }, (tx) => buyStreakFreeze(tx, { userId, now })),
    }),

    endpoint({
      method: 'post',
      path: '/user/streak/repair',
      tag: TAG,
      summary: 'Repair a streak that ended',
      description: `Costs ${REPAIR_PRICE_GEMS} gems, once per calendar month and within ${REPAIR_WINDOW_MS / HOUR_MS} hours after the streak ended. The days that you have learned since then are added. The missed days are covered; they do not make the streak longer.`,
      access: 'user',
      response: {
        status: 201,
        data: z.object({
          currentStreak: z.int(),
          longestStreak: z.int(),
          repairedDays: z.array(z.iso.date()),
          newTotalGems: z.int(),
        }),
        example: { currentStreak: 13, longestStreak: 13, repairedDays: ['2026-11-01'], newTotalGems: 20 },
        message: 'Streak repaired',
      },
      refusals: [
        ledgerErrors.insufficient_gems,
        errors.streak_not_lost,
        errors.streak_repair_too_late,
        errors.streak_repair_used,
      ],
      handle: async ({ caller: { userId }, write, now }) => {
        const timeZone = await getOwnTimeZone(platform.pipelinedDb, userId)
        return write((tx) => repairStreak(tx, { userId, timeZone, now }))
      },
    }),
  ]
}

function presentRepair(state: StreakState, moment: ZonedMoment) {
  const repair = findRepair(state, moment)
  if (typeof repair === 'string') return null
  return { days: repair.days, gems: REPAIR_PRICE_GEMS, until: repair.until.toISOString() }
}
