import { z } from 'zod'
import type { BadgeType } from '../../../events/badges.ts'
import { BadgeDefinitionFields } from '../public/badge-definition.ts'

/** The format of `badges/<key>.yaml` in a pack. `docs/content-packs.md` documents it for authors. */
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
  /** The position in the pack, for errors that only the import finds. */
  file: string
  ruleLine: number
}
