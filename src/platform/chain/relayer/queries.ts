import type { Address, Hex } from 'viem'
import type { AutocommitDb, Db, WritableDb } from '../../db/database.ts'
import { smallestIdAt } from '../../ids.ts'
import type { Tx } from '../../transaction/tx.ts'
import type { Attempt, QueuedTransaction, SentTransaction } from './transaction.ts'

interface TransactionRow {
  id: string
  reference: string
  kind: string
  contract: string
  functionName: string
  callData: Buffer
  proofTopic: Hex
  after: string | null
  validUntil?: Date | undefined
  now: Date
}

export async function insertTransaction(tx: Tx, row: TransactionRow): Promise<boolean> {
  const rows = await tx`
    insert into chain_transaction
      (id, reference, kind, contract, function_name, call_data, proof_topic, depends_on_reference, valid_until, not_before,
        created_at)
    values (${row.id}, ${row.reference}, ${row.kind}, ${row.contract}, ${row.functionName}, ${row.callData},
      ${row.proofTopic}, ${row.after}, ${row.validUntil ?? null}, ${row.now}, ${row.now})
    on conflict (reference) do nothing returning id`
  return rows.length > 0
}

export async function requeueFailed(tx: Tx, reference: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update chain_transaction
    set status = 'queued', simulation_attempts = 0, not_before = ${now}, failure_reason = null, settled_at = null,
      nonce = null, sender = null
    where reference = ${reference} and status = 'failed' returning id`
  return rows.length > 0
}

export interface ReadyTransaction extends QueuedTransaction {
  /** The status of the transaction that it depends on. */
  afterStatus: string | null
}

/**
 * Lists the oldest transactions that can be sent now. A dependent transaction is included only when the other
 * one is settled.
 */
export function listReady(db: Db, limit: number, now: Date): Promise<ReadyTransaction[]> {
  return db<ReadyTransaction>`
    select t.id, t.reference, t.kind, t.contract, t.call_data as "callData", t.proof_topic as "proofTopic",
      t.simulation_attempts as "simulationAttempts", t.valid_until as "validUntil",
      t.sent_block as "sentBlock", before.status as "afterStatus"
    from chain_transaction t left join chain_transaction before on before.reference = t.depends_on_reference
    where t.status = 'queued' and t.not_before <= ${now}
      and (t.depends_on_reference is null or before.status in ('confirmed', 'failed'))
    order by t.id limit ${limit}`
}

/** `isNow` is true if a transaction can be sent now, or one of this sender is not settled. Else `nextAt` is the time of the next. */
export async function findWork(
  db: Db,
  sender: Address,
  now: Date,
): Promise<{ isNow: boolean; nextAt: Date | null }> {
  const [row] = await db<{ isNow: boolean; nextAt: Date | null }>`
    with work as materialized (
      select exists (select from chain_transaction where status = 'queued' and not_before <= ${now})
        or exists (select from chain_transaction where status = 'sent' and sender = ${sender}) as is_now
    )
    select is_now as "isNow",
      case when not is_now then (select min(not_before) from chain_transaction where status = 'queued') end as "nextAt"
    from work`
  return row!
}

/** An attempt as a JSON value. */
type AttemptText = { [Name in keyof Attempt]: Name extends 'hash' ? Hex : string }

export async function listSent(db: Db, sender: Address): Promise<SentTransaction[]> {
  const rows = await db<Omit<SentTransaction, 'attempts'> & { attempts: AttemptText[] }>`
    select t.id, t.reference, t.kind, t.contract, t.call_data as "callData", t.proof_topic as "proofTopic",
      t.simulation_attempts as "simulationAttempts", t.valid_until as "validUntil", t.nonce,
      t.gas_limit as "gasLimit", t.sent_block as "sentBlock",
      (select jsonb_agg(jsonb_build_object('hash', a.hash, 'raw', encode(a.raw, 'hex'),
          'maxFeeWei', a.max_fee_wei::text, 'priorityFeeWei', a.priority_fee_wei::text, 'createdAt', a.created_at)
          order by a.created_at, a.max_fee_wei)
        from chain_attempt a where a.transaction_id = t.id and a.nonce = t.nonce) as attempts
    from chain_transaction t where t.status = 'sent' and t.sender = ${sender} order by t.nonce`
  return rows.map((row) => ({
    ...row,
    attempts: row.attempts.map((attempt) => ({
      hash: attempt.hash,
      raw: Buffer.from(attempt.raw, 'hex'),
      maxFeeWei: BigInt(attempt.maxFeeWei),
      priorityFeeWei: BigInt(attempt.priorityFeeWei),
      createdAt: new Date(attempt.createdAt),
    })),
  }))
}

export interface SenderRow {
  nextNonce: bigint
  gasSpent: bigint
}

/**
 * Locks the row of the key until commit, so nonces are assigned by one relayer at a time. Creates the row if
 * needed, raises its next nonce to at least that of the chain, and resets the used gas on a new day.
 */
export async function lockSender(
  tx: Tx,
  key: { address: Address; genesisHash: Hex; chainNonce: bigint; now: Date },
): Promise<SenderRow> {
  const day = key.now.toISOString().slice(0, 10)
  const [row] = await tx<SenderRow>`
    insert into chain_sender (address, genesis_hash, next_nonce, gas_day)
    values (${key.address}, ${key.genesisHash}, ${key.chainNonce}, ${day}::date)
    on conflict (address, genesis_hash) do update set
      next_nonce = greatest(chain_sender.next_nonce, excluded.next_nonce),
      gas_used_today = case when chain_sender.gas_day = excluded.gas_day then chain_sender.gas_used_today else 0 end,
      gas_day = excluded.gas_day
    returning next_nonce as "nextNonce", gas_used_today as "gasSpent"`
  return row!
}

export async function updateSender(
  tx: Tx,
  key: { address: Address; genesisHash: Hex; nextNonce: bigint; gasSpent: bigint },
): Promise<void> {
  await tx`
    update chain_sender set next_nonce = ${key.nextNonce}, gas_used_today = ${key.gasSpent}
    where address = ${key.address} and genesis_hash = ${key.genesisHash}`
}

/** Lists other chains that this database has sent transactions to. */
export async function listOtherChains(db: Db, genesisHash: Hex): Promise<string[]> {
  const rows = await db<{ genesisHash: string }>`
    select distinct genesis_hash as "genesisHash" from chain_sender where genesis_hash <> ${genesisHash}`
  return rows.map((row) => row.genesisHash)
}

export interface AssignedNonce {
  id: string
  nonce: bigint
  gasLimit: bigint
  attempt: Attempt
}

/** Locks the rows that are still queued until commit; returns their ids. */
export async function lockQueued(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }>`
    select id from chain_transaction where id = any(${ids}::uuid[]) and status = 'queued' order by id for update`
  return new Set(rows.map(({ id }) => id))
}

export async function updateSent(
  tx: Tx,
  sent: { sender: Address; sentBlock: bigint; assigned: AssignedNonce[]; now: Date },
): Promise<void> {
  const { sender, sentBlock, assigned, now } = sent
  const rows = assigned.map(({ id, nonce, gasLimit }) => ({
    id,
    nonce: String(nonce),
    gas_limit: String(gasLimit),
  }))
  await tx`
    update chain_transaction t set status = 'sent', sender = ${sender}, nonce = r.nonce, gas_limit = r.gas_limit,
      sent_block = coalesce(t.sent_block, ${sentBlock})
    from jsonb_to_recordset(${rows}::jsonb) as r (id uuid, nonce bigint, gas_limit bigint) where t.id = r.id`
  await insertAttempts(tx, assigned, now)
}

export async function insertAttempts(
  writableDb: WritableDb,
  attempts: { id: string; nonce: bigint; attempt: Attempt }[],
  now: Date,
): Promise<void> {
  const rows = attempts.map(({ id, nonce, attempt }) => ({
    hash: attempt.hash,
    transaction_id: id,
    nonce: String(nonce),
    raw: attempt.raw.toString('hex'),
    max_fee_wei: String(attempt.maxFeeWei),
    priority_fee_wei: String(attempt.priorityFeeWei),
  }))
  await writableDb`
    insert into chain_attempt (hash, transaction_id, nonce, raw, max_fee_wei, priority_fee_wei, created_at)
    select hash, transaction_id, nonce, decode(raw, 'hex'), max_fee_wei, priority_fee_wei, ${now}
    from jsonb_to_recordset(${rows}::jsonb) as r
      (hash text, transaction_id uuid, nonce bigint, raw text, max_fee_wei bigint, priority_fee_wei bigint)
    on conflict (hash) do nothing`
}

/** Another transaction used its nonce, so it needs a new one. Its earlier hashes stay stored. */
export async function requeueSent(autocommitDb: AutocommitDb, id: string, now: Date): Promise<void> {
  await autocommitDb`
    update chain_transaction set status = 'queued', nonce = null, sender = null, not_before = ${now}
    where id = ${id} and status = 'sent'`
}

export async function postpone(
  autocommitDb: AutocommitDb,
  id: string,
  until: Date,
  reason: string,
): Promise<void> {
  await autocommitDb`
    update chain_transaction set simulation_attempts = simulation_attempts + 1, not_before = ${until},
      failure_reason = ${reason}
    where id = ${id} and status = 'queued'`
}

/** Does not count an attempt: the transaction did not cause the delay. */
export async function postponeAll(tx: Tx, ids: string[], until: Date): Promise<void> {
  await tx`update chain_transaction set not_before = ${until} where id = any(${ids}::uuid[]) and status = 'queued'`
}

interface SettledTransaction {
  id: string
  status: 'confirmed' | 'failed'
  transactionHash: Hex | null
  blockNumber: bigint | null
  blockHash: Hex | null
  gasUsed: bigint | null
  reason: string | null
  now: Date
}

/** Returns false if it was settled before: its event was already emitted. */
export async function updateSettled(tx: Tx, row: SettledTransaction): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    update chain_transaction set status = ${row.status}, transaction_hash = ${row.transactionHash},
      block_number = ${row.blockNumber}, block_hash = ${row.blockHash}, gas_used = ${row.gasUsed},
      failure_reason = ${row.reason}, settled_at = ${row.now}
    where id = ${row.id} and status in ('queued', 'sent') returning id`
  return rows.length > 0
}

/**
 * Deletes the signed bytes of transactions that ended before a date, up to a limit. Such a transaction was
 * also created before that date, so its id is smaller than any id of that date: the query reads no newer rows.
 */
export async function deleteExpiredAttemptRows(
  autocommitDb: AutocommitDb,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await autocommitDb`
    delete from chain_attempt where hash = any(array(
      select a.hash from chain_attempt a join chain_transaction t on t.id = a.transaction_id
      where a.transaction_id < ${smallestIdAt(before)} and t.status in ('confirmed', 'failed') and t.settled_at < ${before}
      order by a.transaction_id limit ${limit} for update of a skip locked
    )) returning 1`
  return rows.length
}
