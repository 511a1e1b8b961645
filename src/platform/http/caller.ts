import { commonErrors, type Refusal } from '../errors.ts'
import type { SessionId, UserId } from '../ids.ts'

export const ROLES = ['USER', 'CREATOR', 'SUPPORT', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]

/** Who sends the request, as their access token says. */
export interface Caller {
  userId: UserId
  sessionId: SessionId
  role: Role
}

/** Turns an access token into its caller, or throws the refusal. Handed in by `app/`. */
export type Authenticate = (accessToken: string) => Caller | Promise<Caller>

const ended = new WeakMap<object, Caller>()

/** Refuses a good token whose session has ended. Whose it was is remembered, for an answer that was given before. */
export function sessionEndedError(caller: Caller): Refusal {
  const refusal = commonErrors.unauthenticated({ message: 'This session has ended. Sign in again.' })
  ended.set(refusal, caller)
  return refusal
}

/** Whose session it was that has ended, when that is why they are refused. */
export function callerOfEndedSession(error: unknown): Caller | undefined {
  return typeof error === 'object' && error !== null ? ended.get(error) : undefined
}
