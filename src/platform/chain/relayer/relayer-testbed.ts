import { type Address, type Hex, padHex, toHex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { CourseCertificate } from '../../../../contracts/artifacts/CourseCertificate.ts'
import { RELAYED } from '../../../../contracts/contracts.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { now } from '../../clock.ts'
import { on, reactionTable } from '../../transaction/reactions.ts'
import type { Tx } from '../../transaction/tx.ts'
import { createWrite, type Write } from '../../transaction/write.ts'
import type { Chain } from '../chain.ts'
import { referenceHash } from '../contract.ts'
import type { Rpc } from '../rpc.ts'
import { enqueueTransaction } from './enqueue-transaction.ts'
import { transactionConfirmed, transactionFailed } from './events.ts'
import { Relayer } from './relayer.ts'
import type { Checkpoint, RelayerDeps, RelayerSettings } from './relayer-deps.ts'

export const FAST_SETTINGS: RelayerSettings = {
  confirmations: 1,
  inFlight: 64,
  dailyGasLimit: 10n ** 15n,
  maxFeeWei: 10n ** 12n,
  resendMs: 100,
  stuckMs: 60_000,
  idleMs: 20,
}

/** A recipient of mints, derived from the number. */
export function holder(number: number): Address {
  return padHex(toHex(0x1000 + number), { size: 20 })
}

export function mintReference(number: number): string {
  return `certificate:${number}`
}

export function enqueueMint(tx: Tx, number: number): Promise<boolean> {
  const reference = mintReference(number)
  return enqueueTransaction(tx, {
    reference,
    kind: 'test.mint',
    contract: CourseCertificate,
    functionName: 'mint',
    args: [referenceHash(reference), holder(number), `ipfs://${number}`],
  })
}

export interface RelayerFixture {
  test: TestDatabase
  write: Write
  /** The events that handlers received: one row per event, written in the transaction that emitted it. */
  recordedEvents(): Promise<RecordedEvent[]>
  statuses(): Promise<Record<string, number>>
  deps(options: DepsOptions): Promise<RelayerDeps>
  relayer(options: DepsOptions): Promise<Relayer>
  drop(): Promise<void>
}

interface RecordedEvent {
  name: string
  reference: string
  kind: string
  reason: string | null
  logs: number | null
}

interface DepsOptions {
  chain: Chain
  account: LocalAccount
  rpc?: Rpc
  settings?: Partial<RelayerSettings>
  onCheckpoint?: (checkpoint: Checkpoint) => void
}

/** A database with a table of received events, and relayers on it. */
export async function createRelayerFixture(): Promise<RelayerFixture> {
  const test = await createTestDatabase()
  await test.database.query`
    create table recorded_event (name text, reference text, kind text, reason text, logs integer)`
  const write = createRecordingWrite(test.database)
  const deps: RelayerFixture['deps'] = async ({
    chain,
    account,
    rpc = chain.rpc,
    settings,
    onCheckpoint,
  }) => ({
    database: test.database,
    lockDatabase: test.database,
    write,
    rpc,
    contracts: chain.contractRegistry,
    chainId: chain.chainId,
    genesis: (await chain.rpc.request<{ hash: Hex }>('eth_getBlockByNumber', ['0x0', false])).hash,
    account,
    sender: account.address,
    allowed: RELAYED,
    settings: { ...FAST_SETTINGS, confirmations: chain.confirmations, ...settings },
    clock: now,
    onCheckpoint: onCheckpoint ?? (() => {}),
  })
  return {
    test,
    write,
    deps,
    recordedEvents: async () =>
      Array.from(await test.database.query<RecordedEvent>`select * from recorded_event order by reference`),
    statuses: async () => {
      const rows = await test.database.query<{ status: string; count: number }>`
        select status, count(*)::int as count from chain_transaction group by status`
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    },
    relayer: async (options) => new Relayer(await deps(options)),
    drop: () => test.drop(),
  }
}

/** `write` with handlers that store a row for every event. */
export function createRecordingWrite(database: TestDatabase['database']): Write {
  return createWrite(
    database,
    reactionTable([
      on(transactionConfirmed, {
        inTransaction: [
          async (tx, { name, data: { reference, kind, logs } }) => {
            await tx`insert into recorded_event values (${name}, ${reference}, ${kind}, null, ${logs.length})`
          },
        ],
      }),
      on(transactionFailed, {
        inTransaction: [
          async (tx, { name, data: { reference, kind, reason } }) => {
            await tx`insert into recorded_event values (${name}, ${reference}, ${kind}, ${reason}, null)`
          },
        ],
      }),
    ]),
    () => {},
  )
}
