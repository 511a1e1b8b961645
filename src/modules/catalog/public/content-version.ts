import { createHash } from 'node:crypto'
import type { StoredSlide } from './slide.ts'

const versions = new WeakMap<StoredSlide[], string>()

/** Names the slides of one publication of a lesson: a digest, so that equal slides have the same name. */
export function contentVersionOf(slides: StoredSlide[]): string {
  let version = versions.get(slides)
  if (version === undefined) {
    version = createHash('sha256').update(JSON.stringify(slides)).digest('hex').slice(0, 16)
    versions.set(slides, version)
  }
  return version
}
