import type { OutFrame } from '../../../platform/sockets/connection.ts'
import { type Battle, newBattle, type SeatNumber } from '../game/battle.ts'
import { outcomeOf } from '../game/outcome.ts'
import { type BattleEvent, play } from '../game/play.ts'
import { isSameForBoth, tell, tellEnd } from '../game/tell.ts'
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
    const frames = tellBoth(room.id, battle, played.events, [told[0].length, told[1].length])
    for (const seat of [0, 1] as const) told[seat].push(...frames[seat])
  }
  return { battle, told }
}

/** What events mean to each seat, numbered on from what it was told before. */
export function tellBoth(
  roomId: string,
  battle: Battle,
  events: readonly BattleEvent[],
  toldBefore: readonly [number, number],
): ToldFrames {
  const told: ToldFrames = [[], []]
  for (const event of events) {
    const one = tell(battle, event, 0)
    // The same words to both are put together once, and encoded once.
    const other = isSameForBoth(event) ? one : tell(battle, event, 1)
    if (one) told[0].push({ ...one, roomId, seq: toldBefore[0] + told[0].length + 1 })
    if (other) told[1].push({ ...other, roomId, seq: toldBefore[1] + told[1].length + 1 })
  }
  return told
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
