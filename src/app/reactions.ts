import { accountDeleted, sessionsRevoked } from '../modules/identity/events.ts'
import { announceRevocations } from '../modules/identity/sessions/revocations.ts'
import { deleteAvatar } from '../modules/profiles/jobs.ts'
import type { Live } from '../platform/live/live.ts'
import { type Reactions, reactionTable, when } from '../platform/reactions.ts'

/** When this happens, these happen: the whole table. */
export function createReactions(live: Live): Reactions {
  return reactionTable([
    when(sessionsRevoked, { now: [announceRevocations(live)] }),
    when(accountDeleted, { later: [deleteAvatar] }),
  ])
}
