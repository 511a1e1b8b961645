import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findHolder } from './queries.ts'

/** Whose address this is, in any case of its letters: of a wallet of ours, or one that was linked. */
export async function findUserByAddress(db: Db, address: string): Promise<UserId | undefined> {
  return (await findHolder(db, address))?.userId
}
