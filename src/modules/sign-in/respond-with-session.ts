import type { Role } from '../../platform/http/caller.ts'
import type { StoreResponse } from '../../platform/http/endpoint.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type CreateSession, createSession } from '../sessions/public/create-session.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import { createSessionResponse } from '../sessions/public/session-response.ts'

type NewSession = Omit<CreateSession, 'userId'> & { storeResponse: StoreResponse }

/**
 * Authenticates or registers a user, creates a session and stores the response, in one transaction. The response is
 * read after the event handlers have run, because the profile shows what they create, such as the wallet.
 */
export function respondWithSession(
  deps: SessionDeps,
  { storeResponse, ...session }: NewSession,
  authenticate: (tx: Tx) => Promise<{ id: UserId; role: Role }>,
) {
  return deps.platform.write.withEvents(
    async (tx) => {
      const account = await authenticate(tx)
      return { account, createdSession: await createSession(tx, { userId: account.id, ...session }) }
    },
    async (tx, { result: { account, createdSession } }) =>
      storeResponse(tx, await createSessionResponse(deps, tx, createdSession, account)),
  )
}
