import type { SessionId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Emitted when sessions are revoked. Every process rejects their access tokens from then on. */
export const sessionsRevoked = defineEvent<{ sessionIds: SessionId[] }>('sessions.sessions_revoked')
