import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { adminAction } from '../../staff-access/public/admin-endpoint.ts'
import { actionOnUser } from '../../staff-access/public/record-audit-entry.ts'
import { findGrant, grantPremium, revokeGrant } from '../../subscriptions/public/grant-premium.ts'
import { hasPremium } from '../../subscriptions/public/has-premium.ts'
import { UserParams } from './user-read-routes.ts'

const GrantSchema = z
  .object({
    isGranted: z.boolean(),
    until: TimestampSchema.nullable().openapi({
      description: 'Null if the grant has no end, or if there is no grant',
    }),
    isPremium: z.boolean().openapi({ description: 'By the grant or by a purchase' }),
  })
  .openapi('PremiumGrant')

export function premiumRoutes(): Endpoint[] {
  return [
    adminAction('PUT /admin/users/:id/subscription', {
      summary: 'Grant premium to a user',
      description: 'Independent of purchases. A user has at most one grant; a new one replaces it.',
      params: UserParams,
      body: z.object({
        until: TimestampSchema.nullable().openapi({ description: 'Null for a grant without an end' }),
        reason: z.string().trim().min(1).max(500).optional(),
      }),
      bodyExample: { until: '2027-11-02T08:00:00.000Z', reason: 'Won at the fair.' },
      response: {
        data: GrantSchema,
        example: { isGranted: true, until: '2027-11-02T08:00:00.000Z', isPremium: true },
      },
      perform: async (tx, { params: { id: userId }, body, now }) => {
        await getUserRecord(tx, userId)
        const before = await findGrant(tx, { userId, now })
        const until = body.until === null ? null : new Date(body.until)
        const isSame = before !== undefined && before.until?.getTime() === until?.getTime()
        if (!isSame) await grantPremium(tx, { userId, until, now })
        return {
          data: { isGranted: true, until: body.until, isPremium: await hasPremium(tx, userId, now) },
          act: isSame
            ? undefined
            : actionOnUser('subscription.granted', userId, {
                before: { isGranted: before !== undefined, until: before?.until ?? null },
                after: { isGranted: true, until },
                reason: body.reason,
              }),
        }
      },
    }),

    adminAction('DELETE /admin/users/:id/subscription', {
      summary: 'End the premium grant of a user',
      description: 'Purchases are not changed. A repeated request changes nothing.',
      params: UserParams,
      response: { data: GrantSchema, example: { isGranted: false, until: null, isPremium: false } },
      perform: async (tx, { params: { id: userId }, now }) => {
        await getUserRecord(tx, userId)
        const before = await findGrant(tx, { userId, now })
        if (before) await revokeGrant(tx, { userId, now })
        return {
          data: { isGranted: false, until: null, isPremium: await hasPremium(tx, userId, now) },
          act:
            before &&
            actionOnUser('subscription.ended', userId, {
              before: { isGranted: true, until: before.until },
              after: { isGranted: false, until: null },
            }),
        }
      },
    }),
  ]
}
