import type { QuestionId } from '../questions/public/question.ts'
import { type Battle, type BattleQuestion, newBattle, type SeatNumber } from './public/battle.ts'
import { type BattleInput, type GameEvent, play } from './public/play.ts'
import { BATTLE_RULES, type BattleRules } from './public/rules.ts'

/** The index of the correct option of every test question. */
const RIGHT_OPTION = 2

export function testQuestions(count = 5): BattleQuestion[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `question ${index}` as QuestionId,
    difficulty: 'MEDIUM' as const,
    prompt: `Prompt ${index}?`,
    promptHtml: `<p>Prompt ${index}?</p>`,
    options: ['a', 'b', 'c', 'd'],
    correctIndex: RIGHT_OPTION,
    explanation: 'Because.',
    explanationHtml: '<p>Because.</p>',
    optionFeedback: ['a', 'b', null, 'd'].map((option) => ({
      feedback: option && `About ${option}.`,
      feedbackHtml: option && `<p>About ${option}.</p>`,
    })),
  }))
}

/** A battle with a clock that the test moves. */
export class TestBattle {
  battle: Battle
  events: GameEvent[] = []
  now = 1_000_000

  constructor(options: { bot?: Battle['bot']; rules?: Partial<BattleRules> } = {}) {
    const rules = { ...BATTLE_RULES, ...options.rules }
    this.battle = newBattle({
      rules,
      questions: testQuestions(),
      bot: options.bot ?? null,
      startDeadline: this.now + rules.readyTimeoutMs,
    })
  }

  /** Moves the clock forward and fires the timers that are due. */
  pass(milliseconds: number): this {
    this.now += milliseconds
    return this.take({ type: 'time', at: this.now })
  }

  ready(seat: SeatNumber): this {
    return this.take({ type: 'ready', seat, at: this.now })
  }

  leave(seat: SeatNumber): this {
    return this.take({ type: 'left', seat, at: this.now })
  }

  back(seat: SeatNumber): this {
    return this.take({ type: 'back', seat, at: this.now })
  }

  forfeit(seat: SeatNumber): this {
    return this.take({ type: 'forfeit', seat, at: this.now })
  }

  answer(seat: SeatNumber, index: number, option = RIGHT_OPTION): this {
    const questionId = `question ${index}` as QuestionId
    return this.take({ type: 'answer', seat, questionId, option, at: this.now })
  }

  /** Makes both players ready and waits for the first question. */
  begin(): this {
    if (!this.battle.seats[1].isBot) this.ready(1)
    return this.ready(0).pass(this.battle.rules.countdownMs)
  }

  take(input: BattleInput): this {
    const { battle, events } = play(this.battle, input)
    this.battle = battle
    this.events.push(...events)
    return this
  }

  /** The types of the events since the last call. */
  takeEventTypes(): string[] {
    return this.events.splice(0).map(({ type }) => type)
  }

  get scores(): [number, number] {
    return [this.battle.seats[0].score, this.battle.seats[1].score]
  }

  get ending(): { reason: string; winner: SeatNumber | null } | undefined {
    const { phase } = this.battle
    return phase.name === 'ENDED' ? { reason: phase.reason, winner: phase.winner } : undefined
  }
}
