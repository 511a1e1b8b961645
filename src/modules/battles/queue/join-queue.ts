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

const TRIES = 3

/** Puts the stake into escrow and the user into the queue. Joining again gives the same ticket and holds nothing more. */
export async function joinQueue(tx: Tx, join: JoinQueue): Promise<EntryRow> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const entry = await enter(tx, join)
    if (entry) return entry
    const held = await findLiveEntry(tx, join.userId)
    if (held) return ticketHeld(tx, held)
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
  const expiresAt = later(now, rules.queueMs)
  if (!(await insertEntry(tx, { id, userId, sessionId, topicId, stake, now, expiresAt }))) return undefined
  await holdStake(tx, { entryId: id, userId, stake, now })
  const waiting = { status: 'QUEUED' as const, isLive: true, roomId: null }
  return { id, userId, sessionId, topicId, stake, joinedAt: now, expiresAt, ...waiting }
}

/** The one that is live already, unless it is of a friend's room or a bot that was called for. */
async function ticketHeld(tx: Tx, held: EntryRow): Promise<EntryRow> {
  if (!held.roomId) return held
  const room = await findRoom(tx, held.roomId)
  if (room?.kind !== 'QUEUE') throw errors.already_in_battle({ extra: { roomId: held.roomId } })
  return held
}
