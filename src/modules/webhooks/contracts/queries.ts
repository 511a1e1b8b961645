import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { KnownEvent } from './contract-event.ts'

export interface AppliedContractEvent {
  id: string
  /** The number of this event among those that differ only in their position in the block. */
  occurrence: number
}

/**
 * Records contract events by key and returns only those not applied before. The keys must be distinct.
 *
 * A known event with a new log index in the same block counts as another event, unless it was first reported without an
 * index. In another block (re-org) the index replaces the old position.
 */
export async function insertAppliedContractEvents(
  tx: Tx,
  events: ReadonlyMap<string, KnownEvent>,
): Promise<Map<string, AppliedContractEvent>> {
  const given = Array.from(events, ([name, { transactionHash, eventType, data, blockNumber, logIndex }]) => ({
    id: newId(),
    name,
    transaction_hash: transactionHash,
    event_type: eventType,
    user_address: data.userAddress,
    amount: data.amount ?? '0',
    token_id: data.tokenId ?? '',
    log_indexes: logIndex === undefined ? [] : [logIndex],
    block_number: blockNumber,
  }))
  const rows = await tx<{ name: string; id: string; before: number | null; after: number }>`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as row (id uuid, name text, transaction_hash text,
        event_type text, user_address text, amount numeric, token_id text, log_indexes integer[],
        block_number bigint)
    ), recorded as (
      insert into applied_contract_event as known
        (id, transaction_hash, event_type, user_address, amount, token_id, log_indexes, block_number)
      select id, transaction_hash, event_type, user_address, amount, token_id, log_indexes, block_number from given
      -- Sorted, so that concurrent statements do not deadlock.
      order by transaction_hash, event_type, user_address, amount, token_id
      on conflict (transaction_hash, event_type, user_address, amount, token_id) do update
        set log_indexes = case when known.block_number <> excluded.block_number then excluded.log_indexes
              else known.log_indexes || excluded.log_indexes end,
            times_applied = case when known.block_number <> excluded.block_number then known.times_applied
              else greatest(known.times_applied, cardinality(known.log_indexes) + 1) end,
            block_number = excluded.block_number
        where cardinality(excluded.log_indexes) = 1
          and (known.block_number <> excluded.block_number or not known.log_indexes @> excluded.log_indexes)
      returning new.id, new.transaction_hash, new.event_type, new.user_address, new.amount, new.token_id,
        old.times_applied as before, new.times_applied as after
    )
    select given.name, recorded.id, before, after from recorded
    join given using (transaction_hash, event_type, user_address, amount, token_id)`
  const isNew = rows.filter(({ before, after }) => before !== after)
  return new Map(isNew.map(({ name, id, after }) => [name, { id, occurrence: after }]))
}

export async function findNextBlock(db: Db, chainId: number): Promise<bigint | undefined> {
  const [row] = await db<{ nextBlock: bigint }>`
    select next_block as "nextBlock" from chain_log_cursor where chain_id = ${chainId}`
  return row?.nextBlock
}

/** Never moves the cursor back. */
export async function updateNextBlock(tx: Tx, chainId: number, nextBlock: bigint, now: Date): Promise<void> {
  await tx`
    insert into chain_log_cursor as cursor (chain_id, next_block, read_at) values (${chainId}, ${nextBlock}, ${now})
    on conflict (chain_id) do update set next_block = excluded.next_block, read_at = excluded.read_at
    where cursor.next_block <= excluded.next_block`
}
