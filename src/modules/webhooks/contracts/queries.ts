import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { KnownEvent } from './contract-event.ts'

/**
 * Notes what a contract did. Undefined when it was noted before; else the row's id, and the number of this effect among
 * those that are alike but for their place in the block.
 *
 * Who was told without a place first and then with one was told of the same thing: the place is noted and nothing new
 * has happened. Only more places than effects are more.
 */
export async function insertContractFact(
  tx: Tx,
  event: KnownEvent,
): Promise<{ id: string; effect: number } | undefined> {
  const { transactionHash, eventType, data } = event
  const place = event.logIndex ?? null
  const [row] = await tx<{ id: string; before: number | null; after: number }>`
    insert into contract_fact as known
      (id, transaction_hash, event_type, user_address, amount, token_id, log_indexes)
    values (${newId()}, ${transactionHash}, ${eventType}, ${data.userAddress}, ${data.amount ?? '0'}::text::numeric,
      ${data.tokenId ?? ''}, array_remove(array[${place}::integer], null))
    on conflict (transaction_hash, event_type, user_address, amount, token_id) do update
      set log_indexes = known.log_indexes || excluded.log_indexes,
          effects = greatest(known.effects, cardinality(known.log_indexes) + 1)
      where cardinality(excluded.log_indexes) = 1 and not known.log_indexes @> excluded.log_indexes
    returning new.id, old.effects as before, new.effects as after`
  if (!row || row.before === row.after) return undefined
  return { id: row.id, effect: row.after }
}

export async function findNextBlock(db: Db, chainId: number): Promise<bigint | undefined> {
  const [row] = await db<{ nextBlock: bigint }>`
    select next_block as "nextBlock" from chain_cursor where chain_id = ${chainId}`
  return row?.nextBlock
}

/** Never back: of two watchers the one that has read less says nothing new. */
export async function updateNextBlock(tx: Tx, chainId: number, nextBlock: bigint, now: Date): Promise<void> {
  await tx`
    insert into chain_cursor as cursor (chain_id, next_block, read_at) values (${chainId}, ${nextBlock}, ${now})
    on conflict (chain_id) do update set next_block = excluded.next_block, read_at = excluded.read_at
    where cursor.next_block <= excluded.next_block`
}
