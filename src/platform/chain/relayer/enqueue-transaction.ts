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
  /** Unique for ever. */
  reference: string
  /** The caller's own word for it, which comes back in the facts. */
  kind: string
  contract: Contract<Interface>
  functionName: Name
  args: Args
  /** It is not sent before that one is confirmed, and fails with it. */
  after?: string
  /** First topic of the log that proves it; that of `ReferenceUsed` unless told otherwise. */
  proof?: Hex
}

/**
 * Enqueues a chain transaction in the caller's database transaction. Throws at once on invalid arguments. Returns
 * false if the reference already exists.
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
    proof: transaction.proof ?? referenceHash(reference),
    after: after ?? null,
    now: now(),
  })
  if (isNew) tx.afterCommit(signalNewWork)
  return isNew
}

/** Puts a failed transaction into the queue again, under its reference. False when it has not failed. */
export async function retryTransaction(tx: Tx, reference: string): Promise<boolean> {
  const isQueued = await requeueFailed(tx, reference, now())
  if (isQueued) tx.afterCommit(signalNewWork)
  return isQueued
}
