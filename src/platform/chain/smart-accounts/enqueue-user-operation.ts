import type { Address, Hex } from 'viem'
import { AccountFactory } from '../../../../contracts/artifacts/AccountFactory.ts'
import { EntryPoint } from '../../../../contracts/entry-point.ts'
import { addMs, HOUR_MS } from '../../clock.ts'
import type { Tx } from '../../transaction/tx.ts'
import type { Chain } from '../chain.ts'
import { enqueueTransaction, retryTransaction } from '../relayer/enqueue-transaction.ts'
import { type AccountCall, signUserOperation } from './user-operation.ts'

interface NewUserOperation {
  /** Unique across all transactions. */
  reference: string
  kind: string
  owner: Address
  salt: Hex
  /** All calls succeed, or none has an effect. */
  calls: AccountCall[]
  /** Signs 32 bytes with the owner's key. */
  sign: (hash: Hex) => Promise<Hex> | Hex
  callGasLimit?: bigint
  now: Date
}

/**
 * How long the relayer has for an operation. A published operation that was not executed can be submitted by any
 * account until then, so its failure is recorded only afterwards.
 */
export const OPERATION_VALIDITY_MS = HOUR_MS

export const DEPLOYMENT_KIND = 'chain.account'

/**
 * Enqueues calls of a user's smart account; the relayer pays for them. A separate transaction deploys the
 * account before its first operation. An operation whose calls revert becomes a failed transaction.
 */
export async function enqueueUserOperation(
  tx: Tx,
  chain: Chain,
  operation: NewUserOperation,
): Promise<boolean> {
  const { reference, kind, owner, salt, calls, sign, callGasLimit, now } = operation
  const validUntil = addMs(now, OPERATION_VALIDITY_MS)
  const account = chain.accountAddress(owner, salt)
  const { packed, hash } = await signUserOperation({
    reference,
    account,
    chainId: chain.chainId,
    calls,
    validUntil,
    sign,
    ...(callGasLimit === undefined ? {} : { callGasLimit }),
  })
  const deployment = await enqueueDeployment(tx, { account, owner, salt })
  return enqueueTransaction(tx, {
    reference,
    kind,
    contract: EntryPoint,
    functionName: 'handleOps',
    // The fee is zero, so the beneficiary receives nothing; the entry point only rejects an empty address.
    args: [[packed], FEE_RECEIVER],
    after: deployment,
    proofTopic: hash,
    validUntil,
  })
}

const FEE_RECEIVER: Address = '0x000000000000000000000000000000000000dEaD'

/**
 * Enqueues the transaction that deploys an account unless it exists, and returns its reference. A failed
 * deployment is retried, because the account needs it for every operation.
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
    proofTopic: `0x${account.slice(2).toLowerCase().padStart(64, '0')}`,
  })
  if (!isNew) await retryTransaction(tx, reference)
  return reference
}
