import { z } from 'zod'
import { detectImageFormat } from '../../platform/image.ts'
import type { PackFolder } from '../authoring/public/pack-folder.ts'
import { BadgeDefinitionFields, BadgeTypeSchema, typeOfKey } from '../badges/public/badge-definition.ts'
import type { ExchangedBadge } from '../badges/public/exchange-badges.ts'

/** A badge with the bytes of its picture, if that is not a drawing of a pack. */
export type AuthoredBadge = ExchangedBadge & { picture: Uint8Array | null }

/** The form of `badges/<key>.yaml`, with an uploaded picture (WebP) or a drawing of a pack. */
export const AuthoredBadgeSchema = z.strictObject({
  name: BadgeDefinitionFields.name,
  description: BadgeDefinitionFields.description,
  rule: BadgeDefinitionFields.ruleKind,
  required: BadgeDefinitionFields.requiredProgress,
  picture: z
    .string()
    .regex(/^images\/[A-Za-z0-9_-]{1,80}\.webp$/, 'must be images/<name>.webp')
    .optional(),
})

const PICTURE_LIMIT_BYTES = 1024 * 1024

/** Reads the badges of administrators. */
export async function readBadgeFiles(files: PackFolder, drafts: string[]): Promise<AuthoredBadge[]> {
  const badges: AuthoredBadge[] = []
  for (const name of await files.list('badges')) {
    if (name === 'images') continue
    const file = `badges/${name}`
    const key = files.keyOf(file, name)
    const read = await files.yaml(file, AuthoredBadgeSchema)
    if (!key || !read) continue
    const badgeType = typeOfKey(key)
    if (!BadgeTypeSchema.safeParse(badgeType).success)
      files.reportError(file)(1, 'the name of a badge begins with a letter and has 3 to 40 characters')
    const { picture: reference, rule, required, ...plain } = read.value
    const picture = reference ? await files.bytes(`badges/${reference}`, PICTURE_LIMIT_BYTES) : undefined
    if (picture && detectImageFormat(picture) !== 'webp')
      files.reportError(`badges/${reference}`)(1, 'is not a WebP picture')
    badges.push({
      ...plain,
      badgeType,
      ruleKind: rule,
      requiredProgress: required,
      isDraft: drafts.includes(key),
      pictureKey: reference ? `badges/${reference.replace(/^images\//, '')}` : null,
      picture: picture ?? null,
    })
  }
  return badges
}
