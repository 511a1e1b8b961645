import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { getEarnedXp } from '../ledger/public/get-earned-xp.ts'
import { startOfDay } from '../streaks/public/streak.ts'
import { findDailyTarget } from './queries.ts'

const DailyTargetSchema = z
  .object({
    targetXP: z.number().int().nullable().openapi({ description: '`dailyTargetXP` of the profile' }),
    earnedXP: z.number().int().openapi({ description: 'Since midnight in your time zone' }),
  })
  .openapi('DailyTarget')

export function dailyTargetRoute(platform: Pick<Platform, 'pipelinedDb'>): Endpoint {
  return endpoint({
    method: 'get',
    path: '/user/daily-target',
    tag: 'Rewards',
    summary: 'Read your daily target and the XP of today',
    description: 'PATCH /user/profile changes the target. Today ends at midnight in your time zone.',
    access: 'user',
    response: { data: DailyTargetSchema, example: { targetXP: 50, earnedXP: 20 } },
    handle: async ({ caller: { userId }, now }) => {
      const db = platform.pipelinedDb
      const found = await findDailyTarget(db, userId)
      if (!found) throw commonErrors.unauthenticated()
      const since = startOfDay({ at: now, zone: found.zone })
      return { targetXP: found.targetXP, earnedXP: await getEarnedXp(db, userId, since) }
    },
  })
}
