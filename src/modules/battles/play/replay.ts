import type { OutFrame } from '../../../platform/sockets/connection.ts'
import { type Battle, newBattle, type SeatNumber } from '../game/battle.ts'
import { outcomeOf } from '../game/outcome.ts'
import { type BattleEvent, play } from '../game/play.ts'
import { tell, tellEnd } from '../game/tell.ts'
import type { BattleRules } from '../rules.ts'
import type { RoomRecord } from './room-record.ts'

/** The frames of each seat, in the order of their `seq`. */
export type ToldFrames = readonly [OutFrame[], OutFrame[]]

/** Plays a battle again from what is stored, up to the same words to its players under the same numbers. */
export function replay(record: RoomRecord, rules: BattleRules): { battle: Battle; told: ToldFrames } {
  const { room, questions } = record
  const told: ToldFrames = [[], []]
  let battle = newBattle({
    rules: { ...rules, questionCount: questions.length },
    questions,
    bot: room.botDifficulty && { difficulty: room.botDifficulty, seed: room.seed },
    waitsUntil: room.waitsUntil.getTime(),
  })
  for (const input of record.inputs) {
    const played = play(battle, input)
    battle = played.battle
    tellAll(told, room.id, battle, played.events)
  }
  return { battle, told }
}

function tellAll(told: ToldFrames, roomId: string, battle: Battle, events: readonly BattleEvent[]): void {
  for (const seat of [0, 1] as const)
    told[seat].push(...tellSeat(roomId, battle, events, seat, told[seat].length))
}

/** What events mean to one seat, numbered on from what it was told before. */
export function tellSeat(
  roomId: string,
  battle: Battle,
  events: readonly BattleEvent[],
  seat: SeatNumber,
  toldBefore: number,
): OutFrame[] {
  const frames: OutFrame[] = []
  for (const event of events) {
    const frame = tell(battle, event, seat)
    if (frame) frames.push({ ...frame, roomId, seq: toldBefore + frames.length + 1 })
  }
  return frames
}

/** A battle that is settled, with its end as the last frame. */
export function replaySettled(record: RoomRecord, rules: BattleRules): ToldFrames {
  const { battle, told } = replay(record, rules)
  if (battle.phase.name !== 'ENDED') return told
  const outcome = outcomeOf(battle)
  for (const row of record.seats) {
    const frames = told[row.seat as SeatNumber]
    const end = tellEnd(outcome, row.seat, {
      gemsDelta: Number(row.gemsDelta ?? 0n),
      xpEarned: row.xpEarned ?? 0,
      ratingDelta: row.ratingDelta ?? 0,
    })
    frames.push({ ...end, roomId: record.room.id, seq: frames.length + 1 })
  }
  return told
}
