import { addMs } from '../../platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from '../battle-game/errors.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { type EntryRow, findLiveEntry, insertEntry } from '../battle-records/public/entries.ts'
import { findRoom } from '../battle-records/public/rooms.ts'
import { escrowStake } from '../battle-records/public/stakes.ts'
import type { EntryId } from '../battle-records/public/ticket.ts'
import type { TopicId } from '../questions/public/question.ts'

export interface JoinQueue {
  userId: UserId
  sessionId: SessionId
  topicId: TopicId | null
  stake: bigint
  rules: BattleRules
  now: Date
}

const TRIES = 3

/** Puts the stake into escrow and the user into the queue. Joining again gives the same ticket and holds nothing more. */
export async function joinQueue(tx: Tx, join: JoinQueue): Promise<EntryRow> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const entry = await enter(tx, join)
    if (entry) return entry
    const existing = await findLiveEntry(tx, join.userId)
    if (existing) return existingTicket(tx, existing)
    // The one that was in the way has ended in this very moment.
  }
  throw errors.already_in_battle()
}

/** Undefined when the user waits or plays already. */
async function enter(
  tx: Tx,
  { userId, sessionId, topicId, stake, rules, now }: JoinQueue,
): Promise<EntryRow | undefined> {
  const id: EntryId = newId()
  const expiresAt = addMs(now, rules.queueTimeoutMs)
  if (!(await insertEntry(tx, { id, userId, sessionId, topicId, stake, now, expiresAt }))) return undefined
  await escrowStake(tx, { entryId: id, userId, stake, now })
  const waiting = { status: 'QUEUED' as const, isLive: true, roomId: null }
  return { id, userId, sessionId, topicId, stake, joinedAt: now, expiresAt, ...waiting }
}

/** The one that is live already, unless it is of a friend's room or a bot that was called for. */
async function existingTicket(tx: Tx, existing: EntryRow): Promise<EntryRow> {
  if (!existing.roomId) return existing
  const room = await findRoom(tx, existing.roomId)
  if (room?.kind !== 'QUEUE') throw errors.already_in_battle({ extra: { roomId: existing.roomId } })
  return existing
}
