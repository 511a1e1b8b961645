import { addMs } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { findLiveEntry } from '../battle-records/public/entries.ts'
import { findRoom, insertRoom, type RoomRow } from '../battle-records/public/rooms.ts'
import { type Player, seatPlayer } from '../battle-records/public/seat-player.ts'
import { UNRESTRICTED_STAKES } from '../battle-records/public/stake-rules.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { listSkillRatings } from '../mastery/public/question-estimates.ts'
import type { Difficulty, TopicId } from '../questions/public/question.ts'
import { errors } from './errors.ts'
import type { QuestionSnapshot } from './public/question-cache.ts'

interface StartBotBattle extends Player {
  topicId: TopicId | null
  difficulty: Difficulty
  snapshot: QuestionSnapshot
  rules: BattleRules
}

/** Creates a room with a bot, with questions of the practice pool. Returns the open bot room of the user if there is one, so a retry is safe. */
export async function startBotBattle(
  tx: Tx,
  { userId, sessionId, topicId, difficulty, snapshot, rules, now }: StartBotBattle,
): Promise<RoomRow> {
  const existing = await findLiveEntry(tx, userId)
  const open = existing?.roomId && (await findRoom(tx, existing.roomId))
  if (open && open.kind === 'BOT') return open

  const roomId: RoomId = newId()
  const seed = newId()
  const players = await listSkillRatings(tx, [userId], now)
  const questionIds = snapshot.draw('PRACTICE', { topicId, seed, count: rules.questionCount, players })
  if (questionIds.length === 0) throw errors.nothing_to_ask()
  const startDeadline = addMs(now, rules.readyTimeoutMs)
  await insertRoom(tx, {
    id: roomId,
    kind: 'BOT',
    topicId,
    stake: 0n,
    seed,
    questionIds,
    botDifficulty: difficulty,
    now,
    startDeadline,
  })
  const noStake = { stake: 0n, stakeRules: UNRESTRICTED_STAKES }
  await seatPlayer(tx, { userId, sessionId, roomId, seat: 0, topicId, ...noStake, startDeadline, now })
  return (await findRoom(tx, roomId))!
}
