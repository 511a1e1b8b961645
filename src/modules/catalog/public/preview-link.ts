import { SECOND_MS } from '../../../platform/clock.ts'
import { constantTimeEqual, hmacSha256 } from '../../../platform/secrets.ts'
import type { LessonId } from './catalog.ts'

const PURPOSE = 'lesson preview'
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,12})\.([\w-]{43})$/

interface PreviewLink {
  lessonId: LessonId
  expiresAt: Date
  /** Stored with the lesson: another value ends all links that were signed with it. */
  nonce: string
}

/** Signs the lesson, the time of expiry and the nonce. Whoever has the token can read the lesson until it expires. */
export function signPreviewToken({ lessonId, expiresAt, nonce }: PreviewLink): string {
  const expires = String(Math.floor(expiresAt.getTime() / SECOND_MS))
  return `${lessonId}.${expires}.${signatureOf(lessonId, expires, nonce).toString('base64url')}`
}

/** Returns the lesson that the token names, without checking the signature. */
export function lessonOfPreviewToken(token: string): LessonId | undefined {
  return TOKEN.exec(token)?.[1] as LessonId | undefined
}

export function isValidPreviewToken(token: string, { nonce, now }: { nonce: string; now: Date }): boolean {
  const [, lessonId, expires, signature] = TOKEN.exec(token) ?? []
  if (lessonId === undefined || Number(expires) * SECOND_MS <= now.getTime()) return false
  return constantTimeEqual(signatureOf(lessonId, expires!, nonce), Buffer.from(signature!, 'base64url'))
}

function signatureOf(lessonId: string, expires: string, nonce: string): Buffer {
  return hmacSha256(PURPOSE, `${lessonId} ${expires} ${nonce}`)
}
