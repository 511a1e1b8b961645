import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { lockBalances } from '../queries.ts'
import { userAccount } from './account.ts'
import { listAccountBalances } from './list-balances.ts'

/**
 * Locks the balances of these users until commit, in the order of their accounts, and returns their gems. The second
 * statement is pipelined behind the first and takes its snapshot after the lock.
 */
export async function lockGems(tx: Tx, userIds: UserId[]): Promise<Map<UserId, bigint>> {
  const accounts = userIds.map(userAccount)
  const [, rows] = await Promise.all([lockBalances(tx, accounts), listAccountBalances(tx, 'GEM', accounts)])
  const byAccount = new Map(rows.map(({ account, balance }) => [account, balance]))
  return new Map(userIds.map((userId) => [userId, byAccount.get(userAccount(userId)) ?? 0n]))
}
