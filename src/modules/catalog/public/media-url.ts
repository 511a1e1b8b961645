import type { Course } from './catalog.ts'
import { mainCoverUrl } from './cover.ts'

export function mediaUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/files/media/${name}`
}

/** The picture that an author chose, or the drawing of the content pack. */
export function coverUrl(
  publicUrl: string,
  { cover, coverKey }: Pick<Course, 'cover' | 'coverKey'>,
): string | null {
  if (cover) return mainCoverUrl(cover, publicUrl)
  return coverKey && `${publicUrl}/files/${coverKey}`
}
