import { z } from '@hono/zod-openapi'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import {
  BADGE_ORIGINS,
  BADGE_STATUSES,
  type BadgeDefinition,
  BadgeDefinitionFields,
  BadgeTypeSchema,
} from '../../badges/public/badge-definition.ts'
import { badgeImageUrl } from '../../badges/public/badge-image.ts'

/** A badge as those who write it see it. */
export const EditedBadgeSchema = z
  .object({
    badgeType: BadgeTypeSchema,
    origin: z.enum(BADGE_ORIGINS).openapi({ description: 'What comes from a pack is changed in the pack.' }),
    status: z.enum(BADGE_STATUSES),
    ...BadgeDefinitionFields,
    ruleKind: z.string(),
    imageUrl: z.string(),
    version: z.int(),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .openapi('EditedBadge')

export const BADGE_DRAFT_EXAMPLE = {
  badgeType: 'MARATHON_LEARNER',
  name: 'Marathon Learner',
  description: 'Complete 42 lessons.',
  ruleKind: 'LESSONS_COMPLETED',
  requiredProgress: 42,
} as const

export const BADGE_EXAMPLE = {
  ...BADGE_DRAFT_EXAMPLE,
  origin: 'ADMIN',
  status: 'DRAFT',
  imageUrl: 'http://localhost:3000/badges/badge.svg',
  version: 1,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
} as const

export function presentBadge(
  definition: BadgeDefinition,
  publicUrl: string,
): z.input<typeof EditedBadgeSchema> {
  const { type, origin, status, name, description, ruleKind, requiredProgress, version } = definition
  return {
    badgeType: type,
    origin,
    status,
    name,
    description,
    ruleKind,
    requiredProgress,
    imageUrl: badgeImageUrl(publicUrl, definition),
    version,
    createdAt: definition.createdAt.toISOString(),
    updatedAt: definition.updatedAt.toISOString(),
  }
}
