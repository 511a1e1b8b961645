import { later } from '../../../platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { TopicId } from '../../questions/question.ts'
import { errors } from '../errors.ts'
import { findRoom } from '../rooms/queries.ts'
import type { BattleRules } from '../rules.ts'
import { holdStake } from '../stakes.ts'
import type { EntryId } from '../ticket.ts'
import { type EntryRow, findLiveEntry, insertEntry } from './queries.ts'

export interface JoinQueue {
  userId: UserId
  sessionId: SessionId
  topicId: TopicId | null
  stake: bigint
  rules: BattleRules
  now: Date
}

/** Puts the stake into escrow and the user into the queue. Joining again gives the same ticket and holds nothing more. */
export async function joinQueue(
  tx: Tx,
  { userId, sessionId, topicId, stake, rules, now }: JoinQueue,
): Promise<EntryRow> {
  const entryId: EntryId = newId()
  const expiresAt = later(now, rules.queueMs)
  const isNew = await insertEntry(tx, { id: entryId, userId, sessionId, topicId, stake, now, expiresAt })
  if (!isNew) return ticketHeld(tx, userId)
  await holdStake(tx, { entryId, userId, stake, now })
  return {
    id: entryId,
    userId,
    sessionId,
    status: 'QUEUED',
    isLive: true,
    topicId,
    stake,
    joinedAt: now,
    expiresAt,
    roomId: null,
  }
}

/** The one that is live already, unless it is of a friend's room or a bot that was called for. */
async function ticketHeld(tx: Tx, userId: UserId): Promise<EntryRow> {
  const held = await findLiveEntry(tx, userId)
  // It has ended in this very moment.
  if (!held) throw errors.already_in_battle()
  if (!held.roomId) return held
  const room = await findRoom(tx, held.roomId)
  if (room?.kind !== 'QUEUE') throw errors.already_in_battle({ extra: { roomId: held.roomId } })
  return held
}
