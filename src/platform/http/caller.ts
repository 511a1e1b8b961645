import { commonErrors, type Refusal } from '../errors.ts'
import type { SessionId, UserId } from '../ids.ts'

export const ROLES = ['USER', 'CREATOR', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]

/** The roles with rights under `/admin`. */
export const STAFF_ROLES = ['ADMIN', 'SUPPORT', 'MODERATOR', 'CREATOR'] as const satisfies Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The authenticated sender of a request, from the access token. */
export interface Caller {
  userId: UserId
  sessionId: SessionId
  role: Role
  /**
   * Set if a member of staff views the account of the user: the request may only read, and no secrets. The session is that of
   * the viewer.
   */
  viewerId?: UserId
}

/** Turns an access token into its caller, or throws a refusal. Provided by `app/`. */
export type Authenticate = (accessToken: string) => Caller | Promise<Caller>

/** Throws a refusal if a caller with a fitting role may not use it at the moment. Provided by `app/`. */
export type CheckStaff = (caller: Caller) => void | Promise<void>

const ended = new WeakMap<object, Caller>()

/**
 * Creates the refusal for a valid token whose session has ended. It carries the caller, so that a stored
 * response can be replayed.
 */
export function sessionEndedError(caller: Caller): Refusal {
  const refusal = commonErrors.unauthenticated({ message: 'This session has ended. Sign in again.' })
  ended.set(refusal, caller)
  return refusal
}

/** Returns the caller if the refusal is about an ended session. */
export function callerOfEndedSession(error: unknown): Caller | undefined {
  return typeof error === 'object' && error !== null ? ended.get(error) : undefined
}
