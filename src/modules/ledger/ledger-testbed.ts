import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { insertUser } from '../../../test/harness/users.ts'
import type { Database } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import type { AccountName, Asset } from './public/account.ts'

export interface LedgerTestbed {
  test: TestDatabase
  database: Database
  write: Write
  addUser(): Promise<UserId>
  balanceOf(account: AccountName, asset: Asset): Promise<bigint>
}

/** A new database with `write` and no reactions. Its commits are asynchronous, which is faster. */
export async function createLedgerTestbed(poolSize = 10): Promise<LedgerTestbed> {
  const test = await createTestDatabase()
  const { pathname } = new URL(test.url)
  await test.database.withSession(({ script }) =>
    script(`alter database ${pathname.slice(1)} set synchronous_commit = off`),
  )
  const database = test.another({ poolSize })
  return {
    test,
    database,
    write: createWrite(database, reactionTable([]), () => {}),
    addUser: () => insertUser(database.query),
    balanceOf: async (account, asset) => {
      const [row] = await database.query<{ balance: bigint }>`
        select balance from ledger_balance where account = ${account} and asset = ${asset}`
      return row?.balance ?? 0n
    },
  }
}
