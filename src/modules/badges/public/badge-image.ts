import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productPath } from '../../../platform/product-files.ts'
import { type BadgeDefinition, keyOfType } from './badge-definition.ts'

const FOLDER = productPath('src/modules/badges/images')
const DEFAULT_IMAGE = 'badge.svg'

/** The images of the folder `images`, by file name. */
export const BUILT_IN_IMAGES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
)

/** Returns the uploaded or packed image, else the built-in image of the badge, else the default image. */
export function badgeImageUrl(
  publicUrl: string,
  { type, pictureKey }: Pick<BadgeDefinition, 'type' | 'pictureKey'>,
): string {
  if (pictureKey) return `${publicUrl}/files/${pictureKey}`
  const fileName = `${keyOfType(type)}.svg`
  return `${publicUrl}/badges/${BUILT_IN_IMAGES.has(fileName) ? fileName : DEFAULT_IMAGE}`
}
