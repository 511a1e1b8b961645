import { newToken } from '../../platform/ids.ts'
import { hmacSha256 } from '../../platform/secrets.ts'

/** A new attempt at the questions of a lesson. It is sent to the client and comes back with the answers. */
export function newAttempt(): string {
  return newToken().slice(0, 16)
}

/** The seed of an attempt. It is keyed, because a client that knew the seed could undo the shuffling. */
export function lessonSeed(attempt: string): string {
  return hmacSha256('lesson-attempt', attempt).toString('base64url')
}
