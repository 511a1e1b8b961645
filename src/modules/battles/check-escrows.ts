import type { Db } from '../../platform/db/database.ts'
import { listFaultyEscrows } from './rooms/queries.ts'

/** For the audit of the books: an escrow holds the stake of an entry that is live, and nothing else. */
export async function checkEscrows(db: Db): Promise<string[]> {
  const faults = await listFaultyEscrows(db)
  return faults.map(
    ({ account, held, owed }) =>
      `${account} holds ${held} GEM, but the stakes of open battles in it are ${owed}.`,
  )
}
