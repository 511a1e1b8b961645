import { commonErrors } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { isActiveUser } from '../accounts/public/user-status.ts'
import { badgeDefinitionCache } from './badge-definition-cache.ts'
import { badgeProgressFor, isNearCompletion } from './badge-progress.ts'
import { BadgeTypeSchema } from './public/badge-definition.ts'
import { badgeImageUrl } from './public/badge-image.ts'
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
    isMintedOnChain: z
      .boolean()
      .optional()
      .openapi({ description: 'Present with the next two fields if the badge is minted.' }),
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

export function badgeRoutes(platform: Platform): Endpoint[] {
  const { publicUrl } = platform.config

  async function progressOf(caller: Caller, owner: string) {
    const userId = (owner === 'me' ? caller.userId : owner) as UserId
    const [definitions, rows, exists] = await Promise.all([
      badgeDefinitionCache(platform.pubsub).get(platform.pipelinedDb),
      listProgress(platform.pipelinedDb, userId),
      userId === caller.userId || isActiveUser(platform.pipelinedDb, userId),
    ])
    if (!exists) throw commonErrors.not_found()
    return badgeProgressFor(definitions.all, rows)
  }

  return [
    endpoint({
      method: 'get',
      path: '/badges/progress/:userId',
      tag: TAG,
      summary: 'List the progress of a user for every badge',
      description: 'All badges that can be earned, and archived badges that this user completed.',
      access: 'user',
      params: OwnerParams,
      response: {
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
        (await progressOf(caller, params.userId)).map(({ badge, row, ...progress }) => ({
          badgeType: badge.type,
          name: badge.name,
          description: badge.description,
          requiredProgress: badge.requiredProgress,
          ...progress,
          imageUrl: badgeImageUrl(publicUrl, badge),
          ...(row?.mintedAt && row.tokenId !== null && row.contractAddress !== null
            ? { isMintedOnChain: true, tokenId: row.tokenId, contractAddress: row.contractAddress }
            : {}),
        })),
    }),

    endpoint({
      method: 'get',
      path: '/badges/near-completion/:userId',
      tag: TAG,
      summary: 'List the badges that a user has almost earned',
      description: 'Badges at 90 % or more that are not completed.',
      access: 'user',
      params: OwnerParams,
      response: {
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
