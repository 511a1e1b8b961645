import { z } from 'zod'
import { BadgeDefinitionFields, type BadgeType } from '../public/badge-definition.ts'

/** What `badges/<key>.yaml` of a pack may say. `docs/content-packs.md` tells authors the same. */
export const BadgeFileSchema = z.strictObject({
  name: BadgeDefinitionFields.name,
  description: BadgeDefinitionFields.description,
  rule: BadgeDefinitionFields.ruleKind,
  required: BadgeDefinitionFields.requiredProgress,
  picture: z
    .string()
    .regex(/^images\/[A-Za-z0-9_-][A-Za-z0-9._-]*\.svg$/, 'must be images/<name>.svg')
    .optional(),
})

export interface PackBadge extends Omit<z.output<typeof BadgeFileSchema>, 'picture'> {
  type: BadgeType
  /** In the storage. */
  pictureKey: string | null
  /** Where it stands, for faults that only the database can tell. */
  file: string
  ruleLine: number
}
