import type { BadgeType } from '../../../events/badges.ts'
import { z } from '../../../platform/zod.ts'
import { RULE_KINDS, type RuleKind } from '../badge-rules.ts'

export const BadgeTypeSchema = z
  .string()
  .min(3)
  .max(40)
  .regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'must be upper-case words joined by _, such as QUIZ_MASTER')
  .openapi({ example: 'QUIZ_MASTER' })

/** Converts a file name: `night-owl` is NIGHT_OWL. */
export function typeOfKey(key: string): BadgeType {
  return key.toUpperCase().replaceAll('-', '_')
}

export function keyOfType(type: BadgeType): string {
  return type.toLowerCase().replaceAll('_', '-')
}

/** DRAFT: not visible. PUBLISHED: can be earned. ARCHIVED: only visible to users who completed it. */
export const BADGE_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type BadgeStatus = (typeof BADGE_STATUSES)[number]

/** BUILT_IN: one of the twelve of the migration; administrators may edit it and a pack may take it over. */
export const BADGE_ORIGINS = ['BUILT_IN', 'ADMIN', 'PACK'] as const
export type BadgeOrigin = (typeof BADGE_ORIGINS)[number]

export interface BadgeDefinition {
  type: BadgeType
  origin: BadgeOrigin
  /** The content pack that it belongs to, for the origin PACK. */
  packId: string | null
  status: BadgeStatus
  name: string
  description: string
  ruleKind: RuleKind
  requiredProgress: number
  pictureKey: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\n]*$/, 'must be one line')

export const BadgeDefinitionFields = {
  name: line(80),
  description: line(300),
  ruleKind: z.enum(RULE_KINDS).openapi({ description: 'What the badge counts' }),
  requiredProgress: z
    .int()
    .min(1)
    .max(1_000_000)
    .openapi({ description: 'The number that completes the badge' }),
}

export const BadgeDefinitionDraftSchema = z
  .object({ badgeType: BadgeTypeSchema, ...BadgeDefinitionFields })
  .openapi('BadgeDraft')
export type BadgeDefinitionDraft = z.output<typeof BadgeDefinitionDraftSchema>

export const BadgeDefinitionPatchSchema = z
  .object({
    ...BadgeDefinitionFields,
    version: z.int().min(1).openapi({
      description: 'The version that you read. The change is refused if the badge has a newer version.',
    }),
  })
  .partial()
export type BadgeDefinitionPatch = z.output<typeof BadgeDefinitionPatchSchema>
