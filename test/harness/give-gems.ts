import type { Db } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'

/** Transfers gems from the house, so that a user can pay a stake or fee. */
export async function giveGems(db: Db, userId: string, gems: number): Promise<void> {
  const entries = [
    { account: 'house:grants', asset: 'GEM', amount: String(-gems) },
    { account: `user:${userId}`, asset: 'GEM', amount: String(gems) },
  ]
  await db`
    select posted from ledger_post(${newId()}, ${`gift:${newId()}`}, 'a gift', now(), ${entries}::jsonb)`
}

export async function gemBalanceOf(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ balance: bigint }>`
    select balance from ledger_balance where account = ${`user:${userId}`} and asset = 'GEM'`
  return Number(row?.balance ?? 0n)
}
