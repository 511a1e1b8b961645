import type { PackFault } from '../../learning/content/pack.ts'
import { PackFolder } from '../../learning/content/pack-folder.ts'
import { BadgeTypeSchema, typeOfKey } from '../definitions/definition.ts'
import { BadgeFileSchema, type PackBadge } from './pack-badge.ts'

export interface BadgeReading {
  badges: PackBadge[]
  /** The pictures that they use, by the digest of their content. */
  media: Map<string, Uint8Array>
  faults: PackFault[]
}

/** Reads the badges of a pack: one a file, with their pictures beside them. Every fault is named with file and line. */
export async function readBadges(folder: string): Promise<BadgeReading> {
  const files = new PackFolder(folder)
  const pictures = await files.images('badges')
  const media = new Map<string, Uint8Array>()
  const badges: PackBadge[] = []
  for (const name of await files.list('badges')) {
    if (name === 'images') continue
    const file = `badges/${name}`
    const key = files.keyOf(file, name)
    const read = await files.yaml(file, BadgeFileSchema)
    const type = key && typeOfKey(key)
    if (type && !BadgeTypeSchema.safeParse(type).success)
      files.blame(file)(1, 'the name of a badge begins with a letter and has 3 to 40 characters')
    if (!read || !type) continue
    const { picture: reference, ...badge } = read.value
    const picture = reference === undefined ? undefined : pictures.get(reference)
    if (reference !== undefined && !picture)
      files.blame(file)(read.lineOf(['picture']), `the picture ${reference} is not in badges/images`)
    if (picture) media.set(picture.name, picture.bytes)
    const pictureKey = picture ? `media/${picture.name}` : null
    badges.push({ ...badge, type, pictureKey, file, ruleLine: read.lineOf(['rule']) })
  }
  return { badges, media, faults: files.faults }
}
