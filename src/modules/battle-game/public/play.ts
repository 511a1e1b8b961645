import type { EndReason } from '../../../events/battles.ts'
import { assert } from '../../../platform/errors.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'
import { pointsFor } from '../scoring.ts'
import {
  type Battle,
  type GivenAnswer,
  graceEnd,
  otherSeat,
  type Phase,
  type Seat,
  type SeatNumber,
} from './battle.ts'
import { planBotAnswer } from './bot.ts'
import { botTimerAt, graceTimerAt, nextTimerAt } from './timers.ts'

/** Everything that changes a battle. The same inputs in the same order always give the same battle. */
export type BattleInput =
  | { type: 'ready' | 'left' | 'back' | 'forfeit'; seat: SeatNumber; at: number }
  | { type: 'answer'; seat: SeatNumber; questionId: QuestionId; option: number; at: number }
  | { type: 'time'; at: number }
  /** The host process ended and another one claimed the room; the battle was interrupted from `since` on. */
  | { type: 'interrupted'; since: number; at: number }

/** What happened in the battle; `player-frames.ts` makes frames of it. */
export type GameEvent =
  | { type: 'started'; startsAt: number }
  | { type: 'asked'; index: number; endsAt: number }
  | { type: 'answered'; seat: SeatNumber; index: number }
  | { type: 'revealed'; index: number; scores: [number, number] }
  | { type: 'left' | 'back'; seat: SeatNumber }
  | { type: 'ended' }

interface PlayResult {
  battle: Battle
  events: GameEvent[]
}

/** Applies one input, after all timers that were due before it. Throws a refusal if the input is not allowed. */
export function play(battle: Battle, input: BattleInput): PlayResult {
  const events: GameEvent[] = []
  let now = battle
  const until = input.type === 'interrupted' ? input.since : input.at
  for (let due = nextTimerAt(now); due !== null && due <= until; due = nextTimerAt(now)) {
    now = fireTimer(now, due, events)
  }
  return { battle: applyInput(now, input, events), events }
}

function fireTimer(battle: Battle, at: number, events: GameEvent[]): Battle {
  const { phase } = battle
  if (phase.name === 'WAITING') return ended(battle, at, 'CANCELLED', null, events)
  for (const seat of [0, 1] as const) {
    if (graceTimerAt(battle, seat) !== at) continue
    const isOpponentPresent = battle.seats[otherSeat(seat)].awaySince === null
    return isOpponentPresent
      ? ended(battle, at, 'FORFEIT', otherSeat(seat), events)
      : ended(battle, at, 'ABANDONED', null, events)
  }
  if (phase.name === 'COUNTDOWN') return asked(battle, 0, at, events)
  if (phase.name === 'REVEAL') return asked(battle, phase.index + 1, at, events)
  assert(phase.name === 'QUESTION', 'no timer fires after the end')
  return botTimerAt(battle) === at
    ? answered(battle, phase, { seat: 1, option: phase.botPlan!.option, at }, events)
    : revealed(battle, phase, at, events)
}

function applyInput(battle: Battle, input: BattleInput, events: GameEvent[]): Battle {
  switch (input.type) {
    case 'time':
      return battle
    case 'ready':
      return readied(battle, input.seat, input.at, events)
    case 'left':
      return departed(battle, input.seat, input.at, events)
    case 'back':
      return returned(battle, input.seat, input.at, events)
    case 'forfeit':
      return forfeited(battle, input.seat, input.at, events)
    case 'answer':
      return takeAnswer(battle, input, events)
    case 'interrupted':
      return interrupted(battle, input, events)
  }
}

function readied(battle: Battle, seat: SeatNumber, at: number, events: GameEvent[]): Battle {
  if (battle.phase.name === 'ENDED') throw errors.battle_over()
  if (battle.phase.name !== 'WAITING') return returned(battle, seat, at, events)
  if (battle.seats[seat].isReady) return battle
  const ready = withSeat(battle, seat, { isReady: true })
  if (!ready.seats.every(({ isReady }) => isReady)) return ready
  const startsAt = at + battle.rules.countdownMs
  events.push({ type: 'started', startsAt })
  return { ...ready, startedAt: at, phase: { name: 'COUNTDOWN', until: startsAt } }
}

function departed(battle: Battle, seat: SeatNumber, at: number, events: GameEvent[]): Battle {
  const { phase, seats, rules } = battle
  if (phase.name === 'ENDED' || seats[seat].awaySince !== null) return battle
  if (phase.name === 'WAITING')
    return seats[seat].isReady ? withSeat(battle, seat, { isReady: false }) : battle
  const disconnects = seats[seat].disconnects + 1
  events.push({ type: 'left', seat })
  const left = withSeat(battle, seat, { awaySince: at, disconnects })
  return disconnects > rules.maxDisconnects ? ended(left, at, 'FORFEIT', otherSeat(seat), events) : left
}

function returned(battle: Battle, seat: SeatNumber, at: number, events: GameEvent[]): Battle {
  const { phase, seats } = battle
  if (phase.name === 'ENDED' || seats[seat].awaySince === null) return battle
  if (!seats[seat].isAbsenceExcused) events.push({ type: 'back', seat })
  const back = withSeat(battle, seat, { awaySince: null, isAbsenceExcused: false })
  const opponentGraceEnd = graceEnd(battle, otherSeat(seat))
  return opponentGraceEnd !== null && opponentGraceEnd <= at ? ended(back, at, 'FORFEIT', seat, events) : back
}

function forfeited(battle: Battle, seat: SeatNumber, at: number, events: GameEvent[]): Battle {
  if (battle.phase.name === 'ENDED') throw errors.battle_over()
  return battle.phase.name === 'WAITING'
    ? ended(battle, at, 'CANCELLED', null, events)
    : ended(battle, at, 'FORFEIT', otherSeat(seat), events)
}

function takeAnswer(
  battle: Battle,
  { seat, questionId, option, at }: Extract<BattleInput, { type: 'answer' }>,
  events: GameEvent[],
): Battle {
  const { phase, questions } = battle
  if (phase.name === 'ENDED') throw errors.battle_over()
  const index = questions.findIndex(({ id }) => id === questionId)
  if (index === -1) throw errors.wrong_question()
  if (phase.name === 'WAITING' || phase.name === 'COUNTDOWN') throw errors.battle_not_started()
  if (index > phase.index) throw errors.wrong_question()
  if (
    battle.seats[seat].answers[index] ||
    (phase.name === 'QUESTION' && index === phase.index && phase.given[seat])
  )
    throw errors.already_answered()
  if (phase.name === 'REVEAL' || index < phase.index) throw errors.answer_too_late()
  const last = questions[index]!.options.length - 1
  if (option > last)
    throw errors.option_out_of_range({ message: `This question has the options 0 to ${last}.` })
  return answered(battle, phase, { seat, option, at }, events)
}

function answered(
  battle: Battle,
  phase: Extract<Phase, { name: 'QUESTION' }>,
  { seat, option, at }: { seat: SeatNumber; option: number; at: number },
  events: GameEvent[],
): Battle {
  const { minAnswerMs, questionMs } = battle.rules
  const actualMs = at - phase.startedAt
  const elapsedMs = Math.max(minAnswerMs, actualMs)
  const isCorrect = option === battle.questions[phase.index]!.correctIndex
  const answer = {
    option,
    elapsedMs,
    isTooFast: actualMs < minAnswerMs,
    isCorrect,
    points: pointsFor(isCorrect, elapsedMs, questionMs),
  }
  events.push({ type: 'answered', seat, index: phase.index })
  const given: [GivenAnswer | null, GivenAnswer | null] = [...phase.given]
  given[seat] = answer
  const now = { ...phase, given }
  return given[0] && given[1] ? revealed(battle, now, at, events) : { ...battle, phase: now }
}

function asked(battle: Battle, index: number, at: number, events: GameEvent[]): Battle {
  const { rules, bot, questions } = battle
  const until = at + rules.questionMs
  const botPlan = bot && planBotAnswer(bot.difficulty, bot.seed, questions[index]!, rules.questionMs)
  events.push({ type: 'asked', index, endsAt: until })
  return { ...battle, phase: { name: 'QUESTION', index, startedAt: at, until, given: [null, null], botPlan } }
}

function revealed(
  battle: Battle,
  { index, given }: Extract<Phase, { name: 'QUESTION' }>,
  at: number,
  events: GameEvent[],
): Battle {
  const scored = (seat: Seat, answer: GivenAnswer | null): Seat => ({
    ...seat,
    score: seat.score + (answer?.points ?? 0),
    answers: [...seat.answers, answer],
  })
  const seats: [Seat, Seat] = [scored(battle.seats[0], given[0]), scored(battle.seats[1], given[1])]
  events.push({ type: 'revealed', index, scores: [seats[0].score, seats[1].score] })
  const now = { ...battle, seats }
  if (index + 1 < battle.questions.length)
    return { ...now, phase: { name: 'REVEAL', index, until: at + battle.rules.revealMs } }
  const lead = seats[0].score - seats[1].score
  return ended(now, at, 'COMPLETED', lead === 0 ? null : lead > 0 ? 0 : 1, events)
}

/**
 * The time of an interruption does not count: the current phase ends later by as much, and given answers stay. Both
 * players are away until they reconnect to the new host, within the usual grace period.
 */
function interrupted(
  battle: Battle,
  { since, at }: { since: number; at: number },
  events: GameEvent[],
): Battle {
  const { phase, rules } = battle
  const lostMs = at - since
  if (phase.name === 'ENDED') return battle
  if (lostMs > rules.interruptionLimitMs) return ended(battle, at, 'CANCELLED', null, events)
  const until = phase.until + lostMs
  let resumed = { ...battle, phase: { ...phase, until } } as Battle
  for (const seat of [0, 1] as const) {
    if (resumed.seats[seat].isBot) continue
    resumed =
      phase.name === 'WAITING'
        ? withSeat(resumed, seat, { isReady: false })
        : withSeat(resumed, seat, { awaySince: at, isAbsenceExcused: true })
  }
  if (phase.name === 'COUNTDOWN') events.push({ type: 'started', startsAt: until })
  if (phase.name === 'QUESTION') {
    events.push({ type: 'asked', index: phase.index, endsAt: until })
    resumed = { ...resumed, phase: { ...phase, startedAt: phase.startedAt + lostMs, until } }
  }
  return resumed
}

function ended(
  battle: Battle,
  at: number,
  reason: EndReason,
  winner: SeatNumber | null,
  events: GameEvent[],
): Battle {
  events.push({ type: 'ended' })
  return { ...battle, phase: { name: 'ENDED', at, reason, winner } }
}

function withSeat(battle: Battle, seat: SeatNumber, changes: Partial<Seat>): Battle {
  const seats: [Seat, Seat] = [...battle.seats]
  seats[seat] = { ...seats[seat], ...changes }
  return { ...battle, seats }
}
