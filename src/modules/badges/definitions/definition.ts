import { z } from '@hono/zod-openapi'
import { RULE_KINDS, type RuleKind } from '../rule-kind.ts'

/** What names a badge for good: on the chain, in everybody's progress, in the API. */
export type BadgeType = string

export const BadgeTypeSchema = z
  .string()
  .min(3)
  .max(40)
  .regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'must be upper-case words joined by _, such as QUIZ_MASTER')
  .openapi({ example: 'QUIZ_MASTER' })

/** As files are called: `night-owl` is NIGHT_OWL. */
export function typeOfKey(key: string): BadgeType {
  return key.toUpperCase().replaceAll('-', '_')
}

export function keyOfType(type: BadgeType): string {
  return type.toLowerCase().replaceAll('_', '-')
}

/** DRAFT: nobody sees it. PUBLISHED: everybody can earn it. ARCHIVED: those who have it keep it. */
export const STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type Status = (typeof STATUSES)[number]

/** BUILT_IN: one of the twelve, which people here may change and a pack may take over. */
export const ORIGINS = ['BUILT_IN', 'ADMIN', 'PACK'] as const
export type Origin = (typeof ORIGINS)[number]

export interface Definition {
  type: BadgeType
  origin: Origin
  status: Status
  name: string
  description: string
  ruleKind: RuleKind
  requiredProgress: number
  pictureKey: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\n]*$/, 'must be one line')

export const DefinitionFields = {
  name: line(80),
  description: line(300),
  ruleKind: z.enum(RULE_KINDS).openapi({ description: 'What it counts' }),
  requiredProgress: z.int().min(1).max(1_000_000).openapi({ description: 'How much of it is enough' }),
}

export const DefinitionDraftSchema = z
  .object({ badgeType: BadgeTypeSchema, ...DefinitionFields })
  .openapi('BadgeDraft')
export type DefinitionDraft = z.output<typeof DefinitionDraftSchema>

export const DefinitionPatchSchema = z
  .object({
    ...DefinitionFields,
    version: z.int().min(1).openapi({
      description: 'The one that you have read: refused when somebody has changed the badge since.',
    }),
  })
  .partial()
  .openapi('BadgePatch')
export type DefinitionPatch = z.output<typeof DefinitionPatchSchema>
