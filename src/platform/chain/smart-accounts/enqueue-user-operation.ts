import type { Address, Hex } from 'viem'
import { AccountFactory } from '../../../../contracts/artifacts/AccountFactory.ts'
import { EntryPoint } from '../../../../contracts/entry-point.ts'
import type { Tx } from '../../transaction/tx.ts'
import type { Chain } from '../chain.ts'
import { enqueueTransaction, retryTransaction } from '../relayer/enqueue-transaction.ts'
import { type AccountCall, signUserOperation } from './user-operation.ts'

interface NewUserOperation {
  /** Unique for ever. */
  reference: string
  kind: string
  owner: Address
  salt: Hex
  /** All of them happen, or none. */
  calls: AccountCall[]
  /** Signs 32 bytes with the owner's key. */
  sign: (hash: Hex) => Promise<Hex> | Hex
  callGasLimit?: bigint
}

export const DEPLOYMENT_KIND = 'chain.account'

/**
 * Lets a user's smart account do something at the relayer's expense. The account is deployed by a transaction of its
 * own before the first operation. An operation whose calls fail is told as a failed transaction.
 */
export async function enqueueUserOperation(
  tx: Tx,
  chain: Chain,
  operation: NewUserOperation,
): Promise<boolean> {
  const { reference, kind, owner, salt, calls, sign, callGasLimit } = operation
  const account = chain.accountAddress(owner, salt)
  const { packed, hash } = await signUserOperation({
    reference,
    account,
    chainId: chain.chainId,
    calls,
    sign,
    ...(callGasLimit === undefined ? {} : { callGasLimit }),
  })
  const deployment = await enqueueDeployment(tx, { account, owner, salt })
  return enqueueTransaction(tx, {
    reference,
    kind,
    contract: EntryPoint,
    functionName: 'handleOps',
    // The fee is zero, so there is nothing for anybody to receive; the entry point only refuses an empty address.
    args: [[packed], FEE_RECEIVER],
    after: deployment,
    proof: hash,
  })
}

const FEE_RECEIVER: Address = '0x000000000000000000000000000000000000dEaD'

/**
 * The reference of the transaction that deploys an account, which is enqueued unless it was before. One that failed is tried
 * again: whatever was in its way then, the account would never do anything.
 */
async function enqueueDeployment(
  tx: Tx,
  { account, owner, salt }: { account: Address; owner: Address; salt: Hex },
): Promise<string> {
  const reference = `account:${account.toLowerCase()}`
  const isNew = await enqueueTransaction(tx, {
    reference,
    kind: DEPLOYMENT_KIND,
    contract: AccountFactory,
    functionName: 'createAccount',
    args: [owner, salt],
    // AccountCreated names the account in its first topic.
    proof: `0x${account.slice(2).toLowerCase().padStart(64, '0')}`,
  })
  if (!isNew) await retryTransaction(tx, reference)
  return reference
}
