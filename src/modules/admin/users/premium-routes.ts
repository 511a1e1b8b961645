import { z } from '@hono/zod-openapi'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { findGrant, grantPremium, revokeGrant } from '../../subscriptions/public/grant-premium.ts'
import { hasPremium } from '../../subscriptions/public/has-premium.ts'
import { adminAction } from '../admin-endpoint.ts'
import { UserParams } from './user-read-routes.ts'

const GrantSchema = z
  .object({
    isGranted: z.boolean(),
    until: TimestampSchema.nullable().openapi({ description: 'Null: for good, or not granted' }),
    isPremium: z.boolean().openapi({ description: 'By this or by what the user has bought' }),
  })
  .openapi('PremiumGrant')

export function premiumRoutes(platform: Pick<Platform, 'write'>): Endpoint[] {
  return [
    adminAction(platform, 'PUT /admin/users/:id/subscription', {
      summary: 'Open premium to a user',
      description: 'It stands beside what they buy. A user has one grant; the next one takes its place.',
      params: UserParams,
      body: z.object({
        until: TimestampSchema.nullable().openapi({ description: 'Null: for good' }),
        reason: z.string().trim().min(1).max(500).optional(),
      }),
      bodyExample: { until: '2027-11-02T08:00:00.000Z', reason: 'Won at the fair.' },
      response: {
        status: 200,
        data: GrantSchema,
        example: { isGranted: true, until: '2027-11-02T08:00:00.000Z', isPremium: true },
      },
      perform: async (tx, { params, body, now }) => {
        const userId = params.id as UserId
        await getUserRecord(tx, userId)
        const before = await findGrant(tx, { userId, now })
        const until = body.until === null ? null : new Date(body.until)
        const isSame = before !== undefined && before.until?.getTime() === until?.getTime()
        if (!isSame) await grantPremium(tx, { userId, until, now })
        return {
          data: { isGranted: true, until: body.until, isPremium: await hasPremium(tx, userId, now) },
          act: isSame
            ? undefined
            : {
                name: 'subscription.granted',
                subject: { kind: 'user', id: userId },
                userId,
                before: { isGranted: before !== undefined, until: before?.until ?? null },
                after: { isGranted: true, until },
                ...(body.reason ? { words: { reason: body.reason } } : {}),
              },
        }
      },
    }),

    adminAction(platform, 'DELETE /admin/users/:id/subscription', {
      summary: 'End what was granted to a user',
      description: 'What they have bought stays. Again changes nothing.',
      params: UserParams,
      response: {
        status: 200,
        data: GrantSchema,
        example: { isGranted: false, until: null, isPremium: false },
      },
      perform: async (tx, { params, now }) => {
        const userId = params.id as UserId
        await getUserRecord(tx, userId)
        const before = await findGrant(tx, { userId, now })
        if (before) await revokeGrant(tx, { userId, now })
        return {
          data: { isGranted: false, until: null, isPremium: await hasPremium(tx, userId, now) },
          act: before && {
            name: 'subscription.ended',
            subject: { kind: 'user', id: userId },
            userId,
            before: { isGranted: true, until: before.until },
            after: { isGranted: false, until: null },
          },
        }
      },
    }),
  ]
}
