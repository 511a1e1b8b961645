import type { Address, Hex } from 'viem'
import { CourseCertificate } from '../../../../contracts/artifacts/CourseCertificate.ts'
import { RELAYED } from '../../../../contracts/contracts.ts'
import { CHAIN_ID, keyOf } from '../chain-testbed.ts'
import { ContractBook, encodeCall, referenceHash } from '../contract.ts'
import type { Rpc } from '../rpc.ts'
import type { RelayerParts, RelayerSettings, RelayerStep } from './parts.ts'
import { holder, mintReference, QUICK, type RelayerBed } from './relayer-testbed.ts'
import { bytesOf, type QueuedTransaction, type Receipt, type SentTransaction } from './transaction.ts'

export interface ScriptedNode extends Rpc {
  /** Every question, with its parameters. */
  asked: unknown[][]
  /** The parameters of the questions of one kind. */
  askedFor(method: string): unknown[][]
}

/**
 * A node by what it answers to each question, and it knows no others: an answer, a fault that is thrown, or a function
 * that makes one of the parameters.
 */
export function nodeThat(answers: Record<string, unknown>): ScriptedNode {
  const asked: unknown[][] = []
  return {
    asked,
    askedFor: (method) => asked.filter(([name]) => name === method).map(([, ...params]) => params),
    request: async <Result>(method: string, params: unknown[] = []) => {
      asked.push([method, ...params])
      if (!(method in answers)) throw new Error(`the test has no answer to ${method}`)
      const answer = answers[method]
      const said = typeof answer === 'function' ? await answer(...params) : answer
      if (said instanceof Error) throw said
      return said as Result
    },
  }
}

export const CERTIFICATES: Address = '0x00000000000000000000000000000000000000c0'
const account = keyOf('minter')
const book = new ContractBook([CourseCertificate], { CourseCertificate: CERTIFICATES })

/** What the steps need that ask the node and nobody else. */
export function partsOver(
  rpc: Rpc,
  settings: Partial<RelayerSettings> = {},
  onStep: (step: RelayerStep) => void = () => {},
): RelayerParts {
  const parts: Omit<RelayerParts, 'database' | 'lockDatabase' | 'write'> = {
    rpc,
    book,
    chainId: CHAIN_ID,
    genesis: hashOf(0),
    account,
    sender: account.address,
    allowed: RELAYED,
    settings: { ...QUICK, ...settings },
    onStep,
  }
  return parts as RelayerParts
}

/** The same with a database, for the steps that write. */
export function partsOn(
  { test: { database }, write }: RelayerBed,
  rpc: Rpc,
  settings: Partial<RelayerSettings> = {},
  onStep?: (step: RelayerStep) => void,
): RelayerParts {
  return { ...partsOver(rpc, settings, onStep), database, lockDatabase: database, write }
}

export function hex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

/** Of a block, a transaction, whatever has a number. */
export function hashOf(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** A mint that is owed, as the database gives it. */
export function queuedMint(number: number, changes: Partial<QueuedTransaction> = {}): QueuedTransaction {
  const reference = mintReference(number)
  const args = [referenceHash(reference), holder(number), `ipfs://${number}`]
  return {
    id: `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    reference,
    kind: 'test.mint',
    contract: 'CourseCertificate',
    callData: bytesOf(encodeCall(CourseCertificate, 'mint', args)),
    proof: referenceHash(reference),
    tries: 0,
    sentBlock: null,
    ...changes,
  }
}

/** The same with a nonce, sent under the hashes of these numbers. */
export function sentMint(number: number, nonce: bigint, hashes = [number]): SentTransaction {
  return {
    ...queuedMint(number),
    nonce,
    gasLimit: 100_000n,
    sentBlock: 1n,
    attempts: hashes.map((hash) => ({
      hash: hashOf(hash),
      raw: Buffer.from([hash]),
      maxFeeWei: 100n,
      priorityFeeWei: 1n,
      madeAt: new Date(0),
    })),
  }
}

export function receiptIn(block: number, changes: Partial<Receipt> = {}): Receipt {
  return {
    transactionHash: hashOf(7),
    blockNumber: hex(block),
    blockHash: hashOf(block),
    status: '0x1',
    gasUsed: '0x5208',
    logs: [],
    ...changes,
  }
}

/** Block after block, each with the hash of its number. */
export const wholeChain = (number: Hex) => ({ hash: hashOf(Number(number)), baseFeePerGas: '0x64' })
