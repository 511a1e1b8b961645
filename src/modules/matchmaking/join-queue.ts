import { addMs } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { errors } from '../battle-records/errors.ts'
import { type EntryRow, findLiveEntry, insertEntry } from '../battle-records/public/entries.ts'
import { findRoom } from '../battle-records/public/rooms.ts'
import type { StakingPlayer } from '../battle-records/public/seat-player.ts'
import { requireStakeAllowed } from '../battle-records/public/stake-rules.ts'
import type { EntryId } from '../battle-records/public/ticket.ts'
import { requireGems } from '../ledger/public/require-gems.ts'

export interface JoinQueue extends StakingPlayer {
  rules: BattleRules
}

const ATTEMPTS = 3

/** Queues the user, who must have the gems of the stake. Pairing reserves them. Joining twice returns the same entry. */
export async function joinQueue(tx: Tx, join: JoinQueue): Promise<EntryRow> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const entry = await insertQueuedEntry(tx, join)
    if (entry) return entry
    const existing = await findLiveEntry(tx, join.userId)
    if (existing) return requireQueueEntry(tx, existing)
    // The conflicting entry has ended since the insert: the next attempt can succeed.
  }
  throw errors.already_in_battle()
}

/** Undefined if the user has a live entry. */
async function insertQueuedEntry(
  tx: Tx,
  { userId, sessionId, topicId, stake, rules, stakeRules, now }: JoinQueue,
): Promise<EntryRow | undefined> {
  const id: EntryId = newId()
  const expiresAt = addMs(now, rules.queueTimeoutMs)
  if (!(await insertEntry(tx, { id, userId, sessionId, topicId, stake, now, expiresAt }))) return undefined
  await requireStakeAllowed(tx, userId, { stake, stakeRules, now })
  await requireGems(tx, userId, stake)
  const waiting = { status: 'QUEUED' as const, isLive: true, roomId: null }
  return { id, userId, sessionId, topicId, stake, joinedAt: now, expiresAt, ...waiting }
}

/** Throws `already_in_battle` if the live entry did not come from the queue. */
async function requireQueueEntry(tx: Tx, existing: EntryRow): Promise<EntryRow> {
  if (!existing.roomId) return existing
  const room = await findRoom(tx, existing.roomId)
  if (room?.kind !== 'QUEUE') throw errors.already_in_battle({ extra: { roomId: existing.roomId } })
  return existing
}
