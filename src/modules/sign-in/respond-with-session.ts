import type { Role } from '../../platform/http/caller.ts'
import type { RequestWrite } from '../../platform/http/request-write.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type CreateSession, createSession } from '../sessions/public/create-session.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import { type ClaimedAccount, createSessionResponse } from '../sessions/public/session-response.ts'

type NewSession = Omit<CreateSession, 'userId'> & { write: RequestWrite }

/**
 * Authenticates or registers a user, creates a session and stores the response, in one transaction. The response is
 * read after the event handlers have run, because the profile shows what they create, such as the wallet.
 */
export function respondWithSession(
  deps: SessionDeps,
  { write, ...session }: NewSession,
  authenticate: (tx: Tx) => Promise<{ id: UserId; role: Role; claimedAccount?: ClaimedAccount }>,
) {
  return write(
    async (tx) => {
      const account = await authenticate(tx)
      return { account, createdSession: await createSession(tx, { userId: account.id, ...session }) }
    },
    async (tx, { result: { account, createdSession } }) => {
      const { claimedAccount } = account
      const response = await createSessionResponse(deps, tx, createdSession, account)
      return claimedAccount ? { ...response, claimedAccount } : response
    },
  )
}
