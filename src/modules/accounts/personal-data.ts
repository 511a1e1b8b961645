import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listSessionsForExport } from '../sessions/queries.ts'
import { listSocialIdentities } from '../sign-in/social-queries.ts'
import { findAccountForExport } from './public/account.ts'

/** What identity keeps of a user, for the document of all their data. No secret is in it, not even as a digest. */
export async function exportAccount(db: Db, userId: UserId): Promise<unknown> {
  return {
    account: await findAccountForExport(db, userId),
    sessions: await listSessionsForExport(db, userId),
    socialIdentities: await listSocialIdentities(db, userId),
  }
}
