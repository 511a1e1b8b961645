import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/reactions.ts'
import { createWrite, type Write } from '../../platform/write.ts'
import type { AccountName, Asset } from './account.ts'

export interface RewardsBed {
  test: TestDatabase
  database: Database
  write: Write
  addUser(): Promise<UserId>
  balanceOf(account: AccountName, asset: Asset): Promise<bigint>
}

/** A database of its own with nothing around it but `write`. It may forget on a crash, and is faster for it. */
export async function createRewardsBed(poolSize = 10): Promise<RewardsBed> {
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
    addUser: async () => {
      const id = newId<'User'>()
      await database.query`
        insert into user_account (id, email, username, created_at)
        values (${id}, ${`${id}@example.com`}, ${`user_${id.replaceAll('-', '')}`}, now())`
      return id
    },
    balanceOf: async (account, asset) => {
      const [row] = await database.query<{ balance: bigint }>`
        select balance from ledger_balance where account = ${account} and asset = ${asset}`
      return row?.balance ?? 0n
    },
  }
}

/** Runs all at once, and says how many got through and which refusals the others got. */
export async function settleAll(
  works: Promise<unknown>[],
): Promise<{ done: number; refused: Record<string, number> }> {
  const refused: Record<string, number> = {}
  let done = 0
  for (const outcome of await Promise.allSettled(works)) {
    if (outcome.status === 'fulfilled') done++
    else {
      const code = outcome.reason?.code ?? String(outcome.reason)
      refused[code] = (refused[code] ?? 0) + 1
    }
  }
  return { done, refused }
}

/** Lets nobody go on until so many have come: what a naive twin loses, it then loses every time. */
export function createMeeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let present = 0
  return () => {
    present++
    if (present === size) resolve()
    return promise
  }
}
