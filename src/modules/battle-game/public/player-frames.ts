import type { OutFrame } from '../../../platform/websockets/connection.ts'
import { type Battle, otherSeat, type SeatNumber } from './battle.ts'
import type { Outcome } from './outcome.ts'
import type { GameEvent } from './play.ts'
import { battleFrame } from './protocol.ts'

type PlayerFrame = Pick<OutFrame, 'type' | 'data'>

/** The frame for an event, as one seat sees it. `ended` has none: `battle.end` follows after settlement. */
export function toPlayerFrame(battle: Battle, event: GameEvent, seat: SeatNumber): PlayerFrame | undefined {
  const { rules, questions } = battle
  switch (event.type) {
    case 'started':
      return battleFrame('battle.start', {
        startsAt: new Date(event.startsAt).toISOString(),
        questionCount: questions.length,
      })
    case 'asked': {
      const { id, prompt, promptHtml, options, formulas } = questions[event.index]!
      return battleFrame('battle.question', {
        index: event.index,
        questionId: id,
        prompt,
        promptHtml,
        options: [...options],
        ...(formulas && { formulas: [...formulas] }),
        timeLimitMs: rules.questionMs,
        endsAt: new Date(event.endsAt).toISOString(),
      })
    }
    case 'answered':
      return battleFrame('battle.answered', {
        by: event.seat === seat ? 'you' : 'opponent',
        questionId: questions[event.index]!.id,
      })
    case 'revealed':
      return roundResultFrame(battle, event, seat)
    case 'left':
      return event.seat === seat
        ? undefined
        : battleFrame('battle.opponentLeft', { graceSeconds: Math.ceil(rules.reconnectGraceMs / 1000) })
    case 'back':
      return event.seat === seat ? undefined : battleFrame('battle.opponentBack', {})
    case 'ended':
      return undefined
  }
}

/** Whether both seats get the same frame. */
export function isSameForBoth({ type }: GameEvent): boolean {
  return type === 'started' || type === 'asked'
}

function roundResultFrame(
  battle: Battle,
  { index, scores }: Extract<GameEvent, { type: 'revealed' }>,
  seat: SeatNumber,
): PlayerFrame {
  const question = battle.questions[index]!
  const { id, correctIndex, explanation, explanationHtml, explanationFormulas } = question
  const [own, opponents] = [seat, otherSeat(seat)].map(
    (which) => battle.seats[which as SeatNumber].answers[index],
  )
  const feedback = own ? question.optionFeedback[own.option] : undefined
  return battleFrame('battle.roundResult', {
    index,
    questionId: id,
    correctIndex,
    explanation,
    explanationHtml,
    ...(explanationFormulas && { formulas: [...explanationFormulas] }),
    yourAnswer: own?.option ?? null,
    feedback: feedback?.feedback ?? null,
    feedbackHtml: feedback?.feedbackHtml ?? null,
    yourPoints: own?.points ?? 0,
    opponentAnswer: opponents?.option ?? null,
    opponentPoints: opponents?.points ?? 0,
    scores: { you: scores[seat], opponent: scores[otherSeat(seat)] },
  })
}

export function endFrame(
  outcome: Outcome,
  seat: SeatNumber,
  { gemsDelta, xpEarned, ratingDelta }: { gemsDelta: number; xpEarned: number; ratingDelta: number },
): PlayerFrame {
  return battleFrame('battle.end', {
    result: outcome.seats[seat].result,
    reason: outcome.reason,
    scores: { you: outcome.seats[seat].score, opponent: outcome.seats[otherSeat(seat)].score },
    gemsDelta,
    xpEarned,
    ratingDelta,
  })
}
