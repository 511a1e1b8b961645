import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listAllSessions } from '../sessions/queries.ts'
import { listSocialIdentities } from '../social/queries.ts'
import { findAccountData } from './queries.ts'

/** What identity keeps of a user, for the document of all their data. No secret is in it, not even as a digest. */
export async function exportAccount(db: Db, userId: UserId): Promise<unknown> {
  return {
    account: await findAccountData(db, userId),
    sessions: await listAllSessions(db, userId),
    socialIdentities: await listSocialIdentities(db, userId),
  }
}
