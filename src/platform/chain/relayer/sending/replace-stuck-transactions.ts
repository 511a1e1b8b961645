import type { Hex } from 'viem'
import { log } from '../../../log.ts'
import { bumpFees, type Fees, suggestFees } from '../../fees.ts'
import { insertAttempts } from '../queries.ts'
import type { RelayerDeps } from '../relayer-deps.ts'
import type { SentTransaction } from '../transaction.ts'
import { signAttempt } from './sign-attempt.ts'

/**
 * Bumps the fee of transactions that waited too long: the one with the lowest nonce, and those below the
 * current fee. The call and the nonce stay the same, so only one version is mined. The new version is stored
 * before it is sent, like the first.
 */
export async function replaceStuckTransactions(
  deps: RelayerDeps,
  transactions: SentTransaction[],
): Promise<void> {
  const { rpc, sender, settings } = deps
  const instant = deps.clock()
  const old = transactions.filter(
    ({ attempts }) => instant.getTime() - attempts.at(-1)!.createdAt.getTime() >= settings.stuckMs,
  )
  if (old.length === 0) return
  const mined = BigInt(await rpc.request<Hex>('eth_getTransactionCount', [sender, 'latest']))
  const suggested = await suggestFees(rpc, settings.maxFeeWei)
  const stuck = old.filter(
    ({ nonce, attempts }) =>
      nonce === mined || (nonce > mined && attempts.at(-1)!.maxFeeWei < suggested.maxFeeWei),
  )
  for (const transaction of stuck) await replace(deps, transaction, suggested, instant)
}

async function replace(
  deps: RelayerDeps,
  { id, reference, contract, callData, nonce, gasLimit, attempts }: SentTransaction,
  suggested: Fees,
  instant: Date,
): Promise<void> {
  const fees = bumpFees(attempts.at(-1)!, suggested, deps.settings.maxFeeWei)
  if (!fees) {
    log.error({ reference }, 'chain: transaction stuck at the fee limit')
    return
  }
  const to = deps.contracts.find(contract)!.address
  const attempt = await signAttempt(deps, { to, callData, nonce, gasLimit, fees, now: instant })
  await insertAttempts(deps.database.autocommit, [{ id, nonce, attempt }], instant)
  log.warn({ reference, hash: attempt.hash }, 'chain: stuck transaction replaced with a higher fee')
}
