import { z } from '@hono/zod-openapi'
import type { Db } from '../../platform/db/database.ts'
import { refusals } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { BadgeTypeSchema } from './definitions/definition.ts'
import { heldDefinitions } from './definitions/held-definitions.ts'
import { imageUrl } from './picture.ts'
import { isNearCompletion, standingsOf } from './progress.ts'
import { listProgress } from './queries.ts'

const TAG = 'Badges'

const Progress = {
  badgeType: BadgeTypeSchema,
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

  async function progressOf(caller: Caller, owner: string) {
    const userId = (owner === 'me' ? caller.userId : owner) as UserId
    const [definitions, rows, exists] = await Promise.all([
      heldDefinitions(platform.live).current(platform.quick),
      listProgress(platform.quick, userId),
      userId === caller.userId || userExists(platform.quick, userId),
    ])
    if (!exists) throw refusals.not_found()
    return standingsOf(definitions.all, rows)
  }

  return [
    endpoint({
      method: 'get',
      path: '/badges/progress/:userId',
      tag: TAG,
      summary: 'See how far a user has come with every badge',
      description: 'All that can be earned, and those that were taken back but are this user’s for good.',
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
        (await progressOf(caller, params.userId)).map(({ badge, row, ...standing }) => ({
          badgeType: badge.type,
          name: badge.name,
          description: badge.description,
          currentProgress: standing.currentProgress,
          requiredProgress: badge.requiredProgress,
          isCompleted: standing.isCompleted,
          progressPercentage: standing.progressPercentage,
          imageUrl: imageUrl(publicUrl, badge),
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
        (await progressOf(caller, params.userId))
          .filter(
            ({ badge, isCompleted, currentProgress }) =>
              !isCompleted && isNearCompletion(currentProgress, badge.requiredProgress),
          )
          .map(({ badge, currentProgress, progressPercentage }) => ({
            badgeType: badge.type,
            currentProgress,
            requiredProgress: badge.requiredProgress,
            progressPercentage,
          })),
    }),
  ]
}
