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
