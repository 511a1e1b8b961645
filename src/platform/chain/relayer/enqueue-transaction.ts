import type { Abi, ContractFunctionArgs, ContractFunctionName, Hex } from 'viem'
import { now } from '../../clock.ts'
import { newId } from '../../ids.ts'
import type { Tx } from '../../transaction/tx.ts'
import { type Contract, encodeCall, referenceHash } from '../contract.ts'
import { signalNewWork } from './new-work-signal.ts'
import { insertTransaction, requeueFailed } from './queries.ts'
import { bytesOf } from './transaction.ts'

type WriteName<Interface extends Abi> = ContractFunctionName<Interface, 'nonpayable' | 'payable'>

export interface NewTransaction<
  Interface extends Abi,
  Name extends WriteName<Interface>,
  Args extends ContractFunctionArgs<Interface, 'nonpayable' | 'payable', Name>,
> {
  /** Unique across all transactions. */
  reference: string
  /** A name chosen by the caller, returned in the events. */
  kind: string
  contract: Contract<Interface>
  functionName: Name
  args: Args
  /** The reference of a transaction that must be confirmed first. If that one fails, this one fails too. */
  after?: string
  /** First indexed argument of the log that proves the execution; the default is the hash of `reference`. */
  proofTopic?: Hex
  /**
   * After this time the chain rejects the call. Any account may submit the call once its bytes are public, so its
   * failure is final only after this time. Without it only the relayer's key can submit the call.
   */
  validUntil?: Date
}

/**
 * Enqueues a chain transaction in the caller's database transaction. Throws immediately on invalid arguments.
 * Returns false if the reference already exists.
 */
export async function enqueueTransaction<
  const Interface extends Abi,
  Name extends WriteName<Interface>,
  const Args extends ContractFunctionArgs<Interface, 'nonpayable' | 'payable', Name>,
>(tx: Tx, transaction: NewTransaction<Interface, Name, Args>): Promise<boolean> {
  const { reference, kind, contract, functionName, args, after } = transaction
  const isNew = await insertTransaction(tx, {
    id: newId(),
    reference,
    kind,
    contract: contract.name,
    functionName,
    callData: bytesOf(encodeCall(contract, functionName, args as readonly unknown[])),
    proofTopic: transaction.proofTopic ?? referenceHash(reference),
    after: after ?? null,
    validUntil: transaction.validUntil,
    now: now(),
  })
  if (isNew) tx.afterCommit(signalNewWork)
  return isNew
}

/** Enqueues a failed transaction again under its reference. Returns false if it has not failed. */
export async function retryTransaction(tx: Tx, reference: string): Promise<boolean> {
  const isQueued = await requeueFailed(tx, reference, now())
  if (isQueued) tx.afterCommit(signalNewWork)
  return isQueued
}
