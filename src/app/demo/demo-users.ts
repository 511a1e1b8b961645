import { findAccountByEmail } from '../../modules/accounts/public/account.ts'
import { hashPassword } from '../../modules/accounts/public/password.ts'
import { createSession } from '../../modules/sessions/public/create-session.ts'
import { revokeOldSessions } from '../../modules/sessions/public/revoke-sessions.ts'
import type { SessionDeps } from '../../modules/sessions/public/session-deps.ts'
import { createAccountIfMissing } from '../../modules/sign-in/create-staff-account.ts'
import { addMs, HOUR_MS, now } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Role } from '../../platform/http/caller.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'

export interface DemoUser {
  email: string
  password: string
  username: string
  role: Role
  /** Only of the user that the start summary shows. */
  accessToken?: string
}

export const DEMO_USERS: readonly DemoUser[] = [
  { email: 'learner@lyceum.local', password: 'learner-demo-1', username: 'learner', role: 'USER' },
  { email: 'rival@lyceum.local', password: 'rival-demo-1', username: 'rival', role: 'USER' },
  { email: 'author@lyceum.local', password: 'author-demo-1', username: 'author', role: 'CREATOR' },
  { email: 'admin@lyceum.local', password: 'admin-demo-1', username: 'lyceum_admin', role: 'ADMIN' },
]

const SUMMARY_AGENT = 'start-up summary'

/** Creates the demo users. Their passwords are public, so this never runs in production. */
export async function createDemoUsers({ platform, tokens }: SessionDeps): Promise<DemoUser[]> {
  return Promise.all(
    DEMO_USERS.map(async (user) => {
      const existing = await findAccountByEmail(platform.db, user.email)
      const userId = existing?.id ?? (await createDemoUser(platform, user))
      if (user.username !== 'learner') return user
      const sessionId = await createOnlySession(platform, userId)
      return { ...user, accessToken: tokens.sign({ userId, sessionId, role: user.role }) }
    }),
  )
}

async function createDemoUser({ write }: Platform, user: DemoUser): Promise<UserId> {
  const passwordHash = await hashPassword(user.password)
  return retryOnRefusal(() =>
    write(async (tx) => (await createAccountIfMissing(tx, { ...user, passwordHash, now: now() })).userId),
  )
}

/** Revokes the sessions of earlier starts that are older than an hour, then creates a new one. */
function createOnlySession({ write }: Platform, userId: UserId): Promise<SessionId> {
  return write(async (tx) => {
    const old = { userId, userAgent: SUMMARY_AGENT, before: addMs(now(), -HOUR_MS) }
    await revokeOldSessions(tx, { ...old, reason: 'started again', now: now() })
    const details = {
      userId,
      method: 'password' as const,
      userAgent: SUMMARY_AGENT,
      address: '127.0.0.1',
      now: now(),
    }
    return (await createSession(tx, details)).sessionId
  })
}

/** Another process may create the same user concurrently; the second attempt then finds it. */
async function retryOnRefusal<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Refusal) return attempt()
    throw error
  }
}
