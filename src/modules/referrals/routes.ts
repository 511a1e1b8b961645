import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { DeviceIdSchema, ReferralCodeSchema } from '../accounts/public/account-fields.ts'
import { errors } from './errors.ts'
import { getReferralCode } from './get-referral-code.ts'
import { DELETED_USERNAME, getReferralStats, type ReferralDeps } from './get-referral-stats.ts'
import { redeemCode } from './redeem-code.ts'
import { REDEEM_DAYS } from './referral.ts'

const TAG = 'Referrals'

const StatsSchema = z
  .object({
    referralCode: z.string(),
    totalInvited: z.number().int(),
    activeLearners: z
      .number()
      .int()
      .openapi({ description: 'Invited users who completed a lesson in the last 30 days.' }),
    totalGemsEarned: z.number().int(),
    totalXPEarned: z.number().int(),
    invitedBy: z
      .string()
      .nullable()
      .openapi({ description: 'The username of your inviter, if you have one.' }),
    referrals: z.array(
      z.object({
        username: z.string(),
        joinedAt: TimestampSchema,
        hasCompletedFirstCourse: z.boolean(),
        bonusClaimed: z.boolean().openapi({ description: 'Whether you were paid for this referral.' }),
      }),
    ),
  })
  .openapi('ReferralStats')

const CODE_EXAMPLE = 'K7QW2MPX'

export function referralRoutes(deps: ReferralDeps): Endpoint[] {
  const { platform } = deps
  const { referrals: rules, limits } = platform.config
  return [
    endpoint({
      method: 'post',
      path: '/referral/code',
      tag: TAG,
      summary: 'Get your referral code',
      description: 'The first call creates the code. Later calls return the same code.',
      access: 'user',
      response: {
        status: 201,
        withoutEnvelope: true,
        data: z.object({ referralCode: z.string() }).openapi('ReferralCode'),
        example: { referralCode: CODE_EXAMPLE },
      },
      handle: ({ caller, write, now }) =>
        write(async (tx) => ({ referralCode: await getReferralCode(tx, { userId: caller.userId, now }) })),
    }),

    endpoint({
      method: 'get',
      path: '/referral/stats',
      isHiddenFromViews: true,
      tag: TAG,
      summary: 'Get your referral stats',
      description: '`page` and `limit` select the listed invited users, newest first.',
      access: 'user',
      query: pagingQuery(100),
      response: {
        data: StatsSchema,
        example: {
          referralCode: CODE_EXAMPLE,
          totalInvited: 1,
          activeLearners: 1,
          totalGemsEarned: 100,
          totalXPEarned: 50,
          invitedBy: null,
          referrals: [
            {
              username: 'grace_h',
              joinedAt: '2026-11-02T08:00:00.000Z',
              hasCompletedFirstCourse: true,
              bonusClaimed: true,
            },
          ],
        },
      },
      handle: ({ caller, query, now }) =>
        getReferralStats(deps, { userId: caller.userId, page: query.page, limit: query.limit, now }),
    }),

    endpoint({
      method: 'post',
      path: '/referral/redeem',
      tag: TAG,
      summary: 'Redeem a referral code',
      description: `Once, within ${REDEEM_DAYS} days of registration. You and your inviter are paid when you complete your first course.`,
      access: 'user',
      // Limits guessing of codes.
      networkLimit: limits.credentialsPerAddress,
      body: z.object({ referralCode: ReferralCodeSchema, deviceId: DeviceIdSchema.optional() }),
      bodyExample: { referralCode: CODE_EXAMPLE },
      response: {
        data: z
          .object({ referralCode: z.string(), invitedBy: z.string(), bonusGems: z.number().int() })
          .openapi('RedeemedReferral'),
        example: { referralCode: CODE_EXAMPLE, invitedBy: 'ada_l', bonusGems: 50 },
        message: 'Complete your first course, and both of you are rewarded',
      },
      refusals: Object.values(errors),
      handle: ({ caller: { userId }, body, address, write, now }) => {
        const origin = { deviceId: body.deviceId ?? null, address }
        return write(async (tx) => {
          const request = { userId, referralCode: body.referralCode, origin, rules, now }
          const { inviterId, referralCode } = await redeemCode(tx, request)
          const profiles = await deps.listPublicProfiles(tx, [inviterId])
          const invitedBy = profiles.get(inviterId)?.username ?? DELETED_USERNAME
          return { referralCode, invitedBy, bonusGems: rules.invitedGems }
        })
      },
    }),
  ]
}
