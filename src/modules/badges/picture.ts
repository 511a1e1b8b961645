import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Definition, keyOfType } from './definitions/definition.ts'

const FOLDER = join(import.meta.dir, 'images')
const NEUTRAL = 'badge.svg'

/** The pictures that are drawn in the code, by their names. */
export const DRAWN: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
)

/** The one that was uploaded or came in a pack; otherwise the one that is drawn for it, or the neutral one. */
export function imageUrl(
  publicUrl: string,
  { type, pictureKey }: Pick<Definition, 'type' | 'pictureKey'>,
): string {
  if (pictureKey) return `${publicUrl}/files/${pictureKey}`
  const drawn = `${keyOfType(type)}.svg`
  return `${publicUrl}/badges/${DRAWN.has(drawn) ? drawn : NEUTRAL}`
}
