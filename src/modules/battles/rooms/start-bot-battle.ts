import { later } from '../../../platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { Difficulty, TopicId } from '../../questions/question.ts'
import type { HeldQuestions } from '../question-pool.ts'
import { findLiveEntry } from '../queue/queries.ts'
import type { BattleRules } from '../rules.ts'
import type { RoomId } from '../ticket.ts'
import { placeUser } from './place-user.ts'
import { findRoom, insertRoom, type RoomRow } from './queries.ts'

export interface StartBotBattle {
  userId: UserId
  sessionId: SessionId
  topicId: TopicId | null
  difficulty: Difficulty
  pool: HeldQuestions
  rules: BattleRules
  now: Date
}

/** A room with a bot. Asking again while one is open gives the same, so that a lost answer costs nothing. */
export async function startBotBattle(
  tx: Tx,
  { userId, sessionId, topicId, difficulty, pool, rules, now }: StartBotBattle,
): Promise<RoomRow> {
  const held = await findLiveEntry(tx, userId)
  const open = held?.roomId && (await findRoom(tx, held.roomId))
  if (open && open.kind === 'BOT') return open

  const roomId: RoomId = newId()
  const seed = newId()
  const waitsUntil = later(now, rules.readyMs)
  await insertRoom(tx, {
    id: roomId,
    kind: 'BOT',
    topicId,
    stake: 0n,
    seed,
    questionIds: pool.draw({ topicId, seed, count: rules.questionCount }),
    botDifficulty: difficulty,
    now,
    waitsUntil,
  })
  await placeUser(tx, { userId, sessionId, roomId, seat: 0, topicId, stake: 0n, waitsUntil, now })
  return (await findRoom(tx, roomId))!
}
