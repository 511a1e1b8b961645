import type { OutFrame } from '../../platform/websockets/connection.ts'
import { type Battle, newBattle, type SeatNumber } from '../battle-game/public/battle.ts'
import { cancelledOutcome, outcomeOf } from '../battle-game/public/outcome.ts'
import { type GameEvent, play } from '../battle-game/public/play.ts'
import { endFrame, isSameForBoth, toPlayerFrame } from '../battle-game/public/player-frames.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import type { RoomRecord } from './room-record.ts'

/** The frames of each seat, in the order of their `seq`. */
type SeatFrames = readonly [OutFrame[], OutFrame[]]

/** Rebuilds the battle and the frames of both seats from the journal, with the same `seq` numbers. */
export function replay(record: RoomRecord, rules: BattleRules): { battle: Battle; seatFrames: SeatFrames } {
  const { room, questions } = record
  const seatFrames: SeatFrames = [[], []]
  let battle = newBattle({
    rules: { ...rules, questionCount: questions.length },
    questions,
    bot: room.botDifficulty && { difficulty: room.botDifficulty, seed: room.seed },
    startDeadline: room.startDeadline.getTime(),
  })
  for (const input of record.inputs) {
    const played = play(battle, input)
    battle = played.battle
    const frames = framesForSeats(room.id, battle, played.events, [
      seatFrames[0].length,
      seatFrames[1].length,
    ])
    for (const seat of [0, 1] as const) seatFrames[seat].push(...frames[seat])
  }
  return { battle, seatFrames }
}

/** The frames of both seats for game events, numbered from `sentBefore` + 1. */
export function framesForSeats(
  roomId: string,
  battle: Battle,
  events: readonly GameEvent[],
  sentBefore: readonly [number, number],
): SeatFrames {
  const seatFrames: SeatFrames = [[], []]
  for (const event of events) {
    const one = toPlayerFrame(battle, event, 0)
    // A frame that is the same for both seats is built and encoded once.
    const other = isSameForBoth(event) ? one : toPlayerFrame(battle, event, 1)
    if (one) seatFrames[0].push({ ...one, roomId, seq: sentBefore[0] + seatFrames[0].length + 1 })
    if (other) seatFrames[1].push({ ...other, roomId, seq: sentBefore[1] + seatFrames[1].length + 1 })
  }
  return seatFrames
}

/** The frames of a settled battle, with `battle.end` as the last one. */
export function replaySettled(record: RoomRecord, rules: BattleRules, endedAt: Date): SeatFrames {
  const { battle, seatFrames } = replay(record, rules)
  // A room that was closed without a host has no input that ends it.
  const outcome = battle.phase.name === 'ENDED' ? outcomeOf(battle) : cancelledOutcome(endedAt.getTime())
  for (const row of record.seats) {
    const frames = seatFrames[row.seat as SeatNumber]
    const end = endFrame(outcome, row.seat, {
      gemsDelta: Number(row.gemsDelta ?? 0n),
      xpEarned: row.xpEarned ?? 0,
      ratingDelta: row.ratingDelta ?? 0,
    })
    frames.push({ ...end, roomId: record.room.id, seq: frames.length + 1 })
  }
  return seatFrames
}
