import type { Frame } from '../../../../packages/client/src/live.ts'
import type { Api } from '../../../../packages/client/src/lyceum.ts'

type Received = Api.ReceivedFrames
export type RoundResult = Received['battle.roundResult']
export type BattleEnd = Received['battle.end']

export interface Round {
  index: number
  questionId: string
  prompt: string
  /** Empty from a process of the former version, while the service is updated. */
  promptHtml: string
  options: string[]
  formulas: readonly Api.Formula[] | undefined
  timeLimitMs: number
  /** Milliseconds since 1970, by the clock of the server. */
  endsAt: number
  askedAt: number
  /** The option that was tapped in this page; null after a reload, until the round is over. */
  chosen: number | null
  /** The server has accepted the answer. */
  isAccepted: boolean
  hasOpponentAnswered: boolean
  result: RoundResult | undefined
}

export interface BattleState {
  roomId: string
  match: Received['queue.matched'] | undefined
  startsAt: number | undefined
  questionCount: number
  rounds: readonly Round[]
  scores: { you: number; opponent: number }
  /** When the opponent loses by absence; undefined while the opponent is connected. */
  opponentAwayUntil: number | undefined
  end: BattleEnd | undefined
  /** The last round was played in this page, and not read after the battle. */
  isLastRoundWatched: boolean
  rematch: 'none' | 'asked' | 'offered' | 'refused'
  /** The room of the rematch. */
  nextRoomId: string | undefined
  /** Another page or device of this user plays the battle. */
  isElsewhere: boolean
}

export type BattleAction =
  | { type: 'frame'; frame: Frame }
  | { type: 'chosen'; questionId: string; option: number }
  | { type: 'answerRefused' }
  | { type: 'rematchAsked' | 'rematchRefused' | 'elsewhere' | 'here' }

/** A replayed round has all its frames at the same time. */
const WATCHED_MS = 250

export function newBattleState(roomId: string): BattleState {
  return {
    roomId,
    match: undefined,
    startsAt: undefined,
    questionCount: 0,
    rounds: [],
    scores: { you: 0, opponent: 0 },
    opponentAwayUntil: undefined,
    end: undefined,
    isLastRoundWatched: false,
    rematch: 'none',
    nextRoomId: undefined,
    isElsewhere: false,
  }
}

/** The battle as the frames of the server tell it. */
export function nextBattleState(state: BattleState, action: BattleAction): BattleState {
  switch (action.type) {
    case 'frame':
      return applyFrame(state, action.frame)
    case 'chosen':
      return withRound(state, action.questionId, (round) =>
        canAnswer(round) ? { ...round, chosen: action.option } : round,
      )
    case 'answerRefused':
      return withRound(state, state.rounds.at(-1)?.questionId ?? '', (round) =>
        round.isAccepted ? round : { ...round, chosen: null },
      )
    case 'rematchAsked':
      return { ...state, rematch: 'asked' }
    case 'rematchRefused':
      return { ...state, rematch: 'refused' }
    case 'elsewhere':
    case 'here':
      return { ...state, isElsewhere: action.type === 'elsewhere' }
  }
}

export function canAnswer({ chosen, isAccepted, result }: Round): boolean {
  return chosen === null && !isAccepted && result === undefined
}

export type BattlePhase = 'waiting' | 'countdown' | 'question' | 'reveal' | 'over'

export function phaseOf({ rounds, startsAt, end }: BattleState): BattlePhase {
  if (end) return 'over'
  const round = rounds.at(-1)
  if (!round) return startsAt === undefined ? 'waiting' : 'countdown'
  return round.result ? 'reveal' : 'question'
}

function applyFrame(state: BattleState, { type, data, ts, roomId }: Frame): BattleState {
  if (type === 'queue.matched') return applyMatch(state, data as Received['queue.matched'])
  if (roomId !== state.roomId) return state
  const at = Date.parse(ts)
  switch (type) {
    case 'battle.start': {
      const { startsAt, questionCount } = data as Received['battle.start']
      return { ...state, startsAt: Date.parse(startsAt), questionCount }
    }
    case 'battle.question':
      return applyQuestion(state, data as Received['battle.question'], at)
    case 'battle.answered': {
      const { by, questionId } = data as Received['battle.answered']
      return withRound(state, questionId, (round) =>
        by === 'you' ? { ...round, isAccepted: true } : { ...round, hasOpponentAnswered: true },
      )
    }
    case 'battle.roundResult': {
      const result = data as RoundResult
      const round = state.rounds.find(({ questionId }) => questionId === result.questionId)
      return {
        ...withRound(state, result.questionId, (before) => ({
          ...before,
          chosen: result.yourAnswer,
          result,
        })),
        scores: result.scores,
        isLastRoundWatched: round !== undefined && at - round.askedAt > WATCHED_MS,
      }
    }
    case 'battle.opponentLeft': {
      const { graceSeconds } = data as Received['battle.opponentLeft']
      return { ...state, opponentAwayUntil: at + graceSeconds * 1000 }
    }
    case 'battle.opponentBack':
      return { ...state, opponentAwayUntil: undefined }
    case 'battle.end': {
      const end = data as BattleEnd
      return { ...state, end, scores: end.scores, opponentAwayUntil: undefined }
    }
    case 'battle.rematchOffered':
      return { ...state, rematch: state.rematch === 'asked' ? 'asked' : 'offered' }
    default:
      return state
  }
}

/** A match with another room is the agreed rematch, or a battle that this page does not show. */
function applyMatch(state: BattleState, match: Received['queue.matched']): BattleState {
  if (match.roomId === state.roomId) return { ...state, match, questionCount: match.questionCount }
  return state.rematch === 'asked' ? { ...state, nextRoomId: match.roomId } : state
}

/** A question is sent again with a later end after an interruption; the answer stays. */
function applyQuestion(state: BattleState, asked: Received['battle.question'], at: number): BattleState {
  const { index, questionId, prompt, promptHtml = '', options, formulas, timeLimitMs } = asked
  const endsAt = Date.parse(asked.endsAt)
  if (state.rounds.some((round) => round.questionId === questionId))
    return withRound(state, questionId, (round) => ({ ...round, endsAt }))
  const round: Round = {
    index,
    questionId,
    prompt,
    promptHtml,
    options,
    formulas,
    timeLimitMs,
    endsAt,
    askedAt: at,
    chosen: null,
    isAccepted: false,
    hasOpponentAnswered: false,
    result: undefined,
  }
  return { ...state, rounds: [...state.rounds, round] }
}

function withRound(state: BattleState, questionId: string, change: (round: Round) => Round): BattleState {
  const rounds = state.rounds.map((round) => (round.questionId === questionId ? change(round) : round))
  return { ...state, rounds }
}
