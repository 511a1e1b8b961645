import type { Address, Hex } from 'viem'
import { CourseCertificate } from '../../../../contracts/artifacts/CourseCertificate.ts'
import { RELAYED } from '../../../../contracts/contracts.ts'
import { now } from '../../clock.ts'
import { CHAIN_ID, keyOf } from '../chain-testbed.ts'
import { ContractRegistry, encodeCall, referenceHash } from '../contract.ts'
import type { Rpc } from '../rpc.ts'
import type { Checkpoint, RelayerDeps, RelayerSettings } from './relayer-deps.ts'
import { FAST_SETTINGS, holder, mintReference, type RelayerFixture } from './relayer-testbed.ts'
import { bytesOf, type QueuedTransaction, type Receipt, type SentTransaction } from './transaction.ts'

export interface ScriptedNode extends Rpc {
  /** Every request with its parameters. */
  requests: unknown[][]
  /** The parameters of all requests of one method. */
  requestsOf(method: string): unknown[][]
}

/**
 * A node with a scripted response per method: a value, an error to throw, or a function of the parameters.
 * Other methods throw.
 */
export function scriptedNode(responses: Record<string, unknown>): ScriptedNode {
  const requests: unknown[][] = []
  return {
    requests,
    requestsOf: (method) => requests.filter(([name]) => name === method).map(([, ...params]) => params),
    request: async <Result>(method: string, params: unknown[] = []) => {
      requests.push([method, ...params])
      if (!(method in responses)) throw new Error(`the test has no response to ${method}`)
      const response = responses[method]
      const result = typeof response === 'function' ? await response(...params) : response
      if (result instanceof Error) throw result
      return result as Result
    },
  }
}

export const CERTIFICATES: Address = '0x00000000000000000000000000000000000000c0'
const account = keyOf('minter')
const contracts = new ContractRegistry([CourseCertificate], { CourseCertificate: CERTIFICATES })

/** The dependencies of the steps that only use the node. */
export function depsWithoutDatabase(
  rpc: Rpc,
  settings: Partial<RelayerSettings> = {},
  onCheckpoint: (checkpoint: Checkpoint) => void = () => {},
): RelayerDeps {
  const deps: Omit<RelayerDeps, 'database' | 'lockDatabase' | 'write'> = {
    rpc,
    contracts,
    chainId: CHAIN_ID,
    genesis: hashOf(0),
    account,
    sender: account.address,
    allowed: RELAYED,
    settings: { ...FAST_SETTINGS, ...settings },
    clock: now,
    onCheckpoint,
  }
  return deps as RelayerDeps
}

/** The same with a database, for the steps that write. */
export function depsWithDatabase(
  { test: { database }, write }: RelayerFixture,
  rpc: Rpc,
  settings: Partial<RelayerSettings> = {},
  onCheckpoint?: (checkpoint: Checkpoint) => void,
): RelayerDeps {
  return { ...depsWithoutDatabase(rpc, settings, onCheckpoint), database, lockDatabase: database, write }
}

export function hex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

/** A 32-byte hash derived from a number. */
export function hashOf(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** A pending mint as the database returns it. */
export function queuedMint(number: number, changes: Partial<QueuedTransaction> = {}): QueuedTransaction {
  const reference = mintReference(number)
  const args = [referenceHash(reference), holder(number), `ipfs://${number}`]
  return {
    id: `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    reference,
    kind: 'test.mint',
    contract: 'CourseCertificate',
    callData: bytesOf(encodeCall(CourseCertificate, 'mint', args)),
    proofTopic: referenceHash(reference),
    simulationAttempts: 0,
    sentBlock: null,
    validUntil: null,
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
      createdAt: new Date(0),
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

/** Consecutive blocks, each with the hash of its number. */
export const canonicalChain = (number: Hex) => ({ hash: hashOf(Number(number)), baseFeePerGas: '0x64' })
