import { z } from '@hono/zod-openapi'
import { refusals } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
import { BADGE_TYPES, BADGES, type Badge, imageUrl } from '../../badges/badge.ts'
import { adminRead } from '../admin-endpoint.ts'

const BadgeSchema = z
  .object({
    badgeType: z.enum(BADGE_TYPES),
    name: z.string(),
    description: z.string(),
    requiredProgress: z.int(),
    hears: z.string().openapi({ description: 'The fact that moves it' }),
    imageUrl: z.string(),
  })
  .openapi('BadgeRule')

const EXAMPLE = {
  badgeType: 'FIRST_STEPS' as const,
  name: 'First Steps',
  description: 'Complete your first lesson.',
  requiredProgress: 1,
  hears: 'learning.lesson_completed',
  imageUrl: 'http://localhost:3000/badges/first-steps.svg',
}

/** Twelve badges are promised to everybody, and on the chain for good: they are read here, and changed by a release. */
export function badgeReadingRoutes({ config }: Pick<Platform, 'config'>): Endpoint[] {
  const present = ({ type, name, description, requiredProgress, hears }: Badge) => ({
    badgeType: type,
    name,
    description,
    requiredProgress,
    hears,
    imageUrl: imageUrl(config.publicUrl, type),
  })
  return [
    adminRead('GET /admin/badges', {
      summary: 'List badges and their rules',
      answer: { status: 200, data: z.array(BadgeSchema), example: [EXAMPLE] },
      handle: async () => BADGES.map(present),
    }),
    adminRead('GET /admin/badges/:badgeType', {
      summary: 'Read a badge and its rule',
      params: z.object({ badgeType: z.enum(BADGE_TYPES) }),
      answer: { status: 200, data: BadgeSchema, example: EXAMPLE },
      handle: async ({ params }) => {
        const badge = BADGES.find(({ type }) => type === params.badgeType)
        if (!badge) throw refusals.not_found()
        return present(badge)
      },
    }),
  ]
}
