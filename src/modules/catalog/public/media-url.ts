import type { Course } from './catalog.ts'

export function mediaUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/files/media/${name}`
}

export function coverUrl(publicUrl: string, { coverKey }: Course): string | null {
  return coverKey && `${publicUrl}/files/${coverKey}`
}
