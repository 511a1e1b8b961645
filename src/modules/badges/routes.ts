import { z } from '@hono/zod-openapi'
import type { Db } from '../../platform/db/database.ts'
import { refusals } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { BADGE_TYPES, BADGES, imageUrl, isNearCompletion, percentage } from './badge.ts'
import { listProgress } from './queries.ts'

const TAG = 'Badges'

const Progress = {
  badgeType: z.enum(BADGE_TYPES),
  currentProgress: z.number().int(),
  requiredProgress: z.number().int(),
  progressPercentage: z.number().int().openapi({ description: 'Rounded down; 100 when completed.' }),
}

const BadgeProgressSchema = z
  .object({
    badgeType: Progress.badgeType,
    name: z.string(),
    description: z.string(),
    currentProgress: Progress.currentProgress,
    requiredProgress: Progress.requiredProgress,
    isCompleted: z.boolean(),
    progressPercentage: Progress.progressPercentage,
    imageUrl: z.string(),
    isMintedOnChain: z.boolean().optional().openapi({ description: 'With the next two: when minted.' }),
    tokenId: z.string().optional(),
    contractAddress: z.string().optional(),
  })
  .openapi('BadgeProgress')

const NearBadgeSchema = z.strictObject(Progress).openapi('NearBadge')

const OwnerParams = z.object({
  userId: z
    .union([z.literal('me'), IdParam])
    .openapi({ type: 'string', description: 'A user’s id, or `me`.', example: 'me' }),
})

export interface BadgeParts {
  platform: Platform
  /** Whether this is somebody, and not deleted. */
  userExists: (db: Db, userId: UserId) => Promise<boolean>
}

export function badgeRoutes({ platform, userExists }: BadgeParts): Endpoint[] {
  const { publicUrl } = platform.config

  /** Every badge, with or without a row. */
  async function progressOf(caller: Caller, owner: string) {
    const userId = (owner === 'me' ? caller.userId : owner) as UserId
    const [rows, exists] = await Promise.all([
      listProgress(platform.quick, userId),
      userId === caller.userId || userExists(platform.quick, userId),
    ])
    if (!exists) throw refusals.not_found()
    const rowOf = new Map(rows.map((row) => [row.badgeType, row]))
    return BADGES.map((badge) => ({ badge, row: rowOf.get(badge.type) }))
  }

  return [
    endpoint({
      method: 'get',
      path: '/badges/progress/:userId',
      tag: TAG,
      summary: 'See how far a user has come with every badge',
      access: 'user',
      params: OwnerParams,
      answer: {
        status: 200,
        data: z.array(BadgeProgressSchema),
        example: [
          {
            badgeType: 'QUIZ_MASTER',
            name: 'Quiz Master',
            description: 'Answer 50 practice questions right at the first try.',
            currentProgress: 18,
            requiredProgress: 50,
            isCompleted: false,
            progressPercentage: 36,
            imageUrl: 'http://localhost:3000/badges/quiz-master.svg',
          },
        ],
      },
      handle: async ({ caller, params }) =>
        (await progressOf(caller, params.userId)).map(({ badge, row }) => ({
          badgeType: badge.type,
          name: badge.name,
          description: badge.description,
          currentProgress: row?.currentProgress ?? 0,
          requiredProgress: badge.requiredProgress,
          isCompleted: Boolean(row?.completedAt),
          progressPercentage: row?.completedAt
            ? 100
            : percentage(row?.currentProgress ?? 0, badge.requiredProgress),
          imageUrl: imageUrl(publicUrl, badge.type),
          ...(row?.mintedAt && row.tokenId !== null && row.contractAddress !== null
            ? { isMintedOnChain: true, tokenId: row.tokenId, contractAddress: row.contractAddress }
            : {}),
        })),
    }),

    endpoint({
      method: 'get',
      path: '/badges/near-completion/:userId',
      tag: TAG,
      summary: 'See the badges that a user has almost earned',
      description: 'Those with at least 90 % of what they need, and not completed.',
      access: 'user',
      params: OwnerParams,
      answer: {
        status: 200,
        data: z.array(NearBadgeSchema),
        example: [
          { badgeType: 'QUIZ_MASTER', currentProgress: 46, requiredProgress: 50, progressPercentage: 92 },
        ],
      },
      handle: async ({ caller, params }) =>
        (await progressOf(caller, params.userId)).flatMap(({ badge, row }) => {
          const { type, requiredProgress } = badge
          if (!row || row.completedAt || !isNearCompletion(row.currentProgress, requiredProgress)) return []
          const { currentProgress } = row
          return [
            {
              badgeType: type,
              currentProgress,
              requiredProgress,
              progressPercentage: percentage(currentProgress, requiredProgress),
            },
          ]
        }),
    }),
  ]
}
