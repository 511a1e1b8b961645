import type { PackError } from '../../authoring/public/pack.ts'
import { PackFolder } from '../../authoring/public/pack-folder.ts'
import { BadgeTypeSchema, typeOfKey } from '../public/badge-definition.ts'
import { BadgeFileSchema, type PackBadge } from './pack-badge.ts'

export interface BadgeReadResult {
  badges: PackBadge[]
  /** The images of the badges, by the digest of their content. */
  media: Map<string, Uint8Array>
  errors: PackError[]
}

/** Reads the badges of a pack, one per file, with their images. Reports every error with file and line. */
export async function readBadges(folder: string): Promise<BadgeReadResult> {
  const files = new PackFolder(folder)
  const images = await files.images('badges')
  const media = new Map<string, Uint8Array>()
  const badges: PackBadge[] = []
  for (const name of await files.list('badges')) {
    if (name === 'images') continue
    const file = `badges/${name}`
    const key = files.keyOf(file, name)
    const read = await files.yaml(file, BadgeFileSchema)
    const type = key && typeOfKey(key)
    if (type && !BadgeTypeSchema.safeParse(type).success)
      files.reportError(file)(1, 'the name of a badge begins with a letter and has 3 to 40 characters')
    if (!read || !type) continue
    const { picture: reference, ...badge } = read.value
    const image = reference === undefined ? undefined : images.get(reference)
    if (reference !== undefined && !image)
      files.reportError(file)(read.lineOf(['picture']), `the picture ${reference} is not in badges/images`)
    if (image) media.set(image.name, image.bytes)
    const pictureKey = image ? `media/${image.name}` : null
    badges.push({ ...badge, type, pictureKey, file, ruleLine: read.lineOf(['rule']) })
  }
  return { badges, media, errors: files.errors }
}
