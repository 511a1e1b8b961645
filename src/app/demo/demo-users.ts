import { createUnlessKnown } from '../../modules/identity/accounts/create-staff.ts'
import { hashPassword } from '../../modules/identity/accounts/password.ts'
import type { IdentityParts } from '../../modules/identity/identity.ts'
import { openSession } from '../../modules/identity/sessions/open-session.ts'
import { revokeOldSessions } from '../../modules/identity/sessions/revoke-sessions.ts'
import { HOUR_MS, later, now } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Role } from '../../platform/http/caller.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'

export interface DemoUser {
  email: string
  password: string
  username: string
  role: Role
  /** Ready to paste, for the one that the summary shows. */
  accessToken?: string
}

export const DEMO_USERS: readonly DemoUser[] = [
  { email: 'learner@lyceum.local', password: 'learner-demo-1', username: 'learner', role: 'USER' },
  { email: 'rival@lyceum.local', password: 'rival-demo-1', username: 'rival', role: 'USER' },
  { email: 'author@lyceum.local', password: 'author-demo-1', username: 'author', role: 'CREATOR' },
  { email: 'admin@lyceum.local', password: 'admin-demo-1', username: 'lyceum_admin', role: 'ADMIN' },
]

const SUMMARY_AGENT = 'start-up summary'

/** People to try things out with. Their passwords are known to everybody: never in production. */
export async function createDemoUsers({ platform, tokens }: IdentityParts): Promise<DemoUser[]> {
  return Promise.all(
    DEMO_USERS.map(async (user) => {
      const passwordHash = await hashPassword(user.password)
      const userId = await firstOfTwo(() =>
        platform.write(
          async (tx) => (await createUnlessKnown(tx, { ...user, passwordHash, now: now() })).userId,
        ),
      )
      if (user.username !== 'learner') return user
      const sessionId = await openOnlySession(platform, userId)
      return { ...user, accessToken: await tokens.sign({ userId, sessionId, role: user.role }) }
    }),
  )
}

/** The sessions of earlier starts end, so that they do not pile up; one that is printed on another screen stays. */
function openOnlySession({ write }: Platform, userId: UserId): Promise<SessionId> {
  return write(async (tx) => {
    const old = { userId, userAgent: SUMMARY_AGENT, before: later(now(), -HOUR_MS) }
    await revokeOldSessions(tx, { ...old, reason: 'started again', now: now() })
    const details = {
      userId,
      way: 'password' as const,
      userAgent: SUMMARY_AGENT,
      address: '127.0.0.1',
      now: now(),
    }
    return (await openSession(tx, details)).sessionId
  })
}

/** Another process may make the same user at the same moment; the second look then finds it. */
async function firstOfTwo<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt()
  } catch (fault) {
    if (fault instanceof Refusal) return attempt()
    throw fault
  }
}
