import type { OutFrameDefinition } from '../../../platform/websockets/frames.ts'
import { z } from '../../../platform/zod.ts'
import { FormulaSchema } from '../../questions/public/markdown/formulas.ts'

/** The frames of battles on the WebSocket: schemas of client frames and definitions of server frames. */

const RoomIdSchema = z.uuid()
const Timestamp = z.iso.datetime()
const Scores = z.object({ you: z.int(), opponent: z.int() })

export const OpponentSchema = z
  .object({
    username: z.string(),
    avatarUrl: z.string(),
    isBot: z.boolean(),
    rating: z.int(),
  })
  .openapi('BattleOpponent')

export const BattleFormulasSchema = z
  .array(FormulaSchema)
  .optional()
  .openapi({ description: 'The formulas of the texts, each once. Absent without formulas.' })

export const BattlePromptHtmlSchema = z.string().openapi({
  description: 'The prompt as safe HTML, with blocks of code, and maths as MathML',
})

export type Opponent = z.output<typeof OpponentSchema>

/** The topic that a player chooses. Tickets and battles without one have `topicId: null`, so null is accepted too. */
export const TopicChoiceSchema = z.uuid().nullish().openapi({ description: 'Omitted or null: any topic.' })

export const joinSchema = (stakeCap: number) =>
  z.object({
    topicId: TopicChoiceSchema,
    stakeAmount: z
      .int()
      .min(0)
      .max(stakeCap)
      .openapi({
        description: `Gems of each player; the winner gets both stakes. At most ${stakeCap}.`,
        example: 0,
      })
      .optional(),
  })

export const CLIENT_FRAMES = {
  queueCancel: z.object({}),
  /** `roomId` is in the envelope or here; if omitted, the frame is for the current battle of the user. */
  inRoom: z.object({ roomId: RoomIdSchema.optional() }),
  answer: z.object({
    roomId: RoomIdSchema.optional(),
    questionId: z.uuid(),
    selectedOption: z.int().min(0).max(7),
  }),
  resume: z.object({ roomId: RoomIdSchema.optional(), lastSeq: z.int().min(0).max(1_000_000).default(0) }),
} as const

const OUT_FRAMES = {
  'queue.status': {
    summary:
      'The status of your ticket: after joining, after cancelling, and when you connect while queued. `roomId` is set when you have an opponent.',
    schema: z.object({
      status: z.enum(['QUEUED', 'MATCHED', 'TIMED_OUT', 'CANCELLED']),
      queueTicket: z.string(),
      roomId: RoomIdSchema.nullable(),
      waitedSeconds: z.int(),
      matchmakingTimeoutSeconds: z.int(),
      stakeAmount: z.int(),
    }),
  },
  'queue.matched': {
    summary:
      'An opponent was found. Send `battle.ready` before `readyBy`. A socket gets it once for each room: when the room is created, or when you connect while you are in it.',
    schema: z.object({
      roomId: RoomIdSchema,
      opponent: OpponentSchema,
      stakeAmount: z.int(),
      questionCount: z.int(),
      readyBy: Timestamp,
    }),
  },
  'queue.timeout': {
    summary: 'No opponent was found in time. A stake is refunded. You can play against a bot.',
    schema: z.object({ queueTicket: z.string(), botAvailable: z.boolean() }),
  },
  'battle.start': {
    summary: 'Both players are ready. The first question follows at `startsAt`.',
    schema: z.object({ startsAt: Timestamp, questionCount: z.int() }),
  },
  'battle.question': {
    summary:
      'A question to answer until `endsAt`. It is sent again with a later `endsAt` after an interruption.',
    schema: z.object({
      index: z.int(),
      questionId: z.uuid(),
      prompt: z.string(),
      promptHtml: BattlePromptHtmlSchema,
      options: z.array(z.string()),
      formulas: BattleFormulasSchema,
      timeLimitMs: z.int(),
      endsAt: Timestamp,
    }),
  },
  'battle.answered': {
    summary: 'An answer was accepted. `battle.roundResult` reveals it.',
    schema: z.object({ by: z.enum(['you', 'opponent']), questionId: z.uuid() }),
  },
  'battle.roundResult': {
    summary: 'The round is over: both players have answered, or the time is over.',
    schema: z.object({
      index: z.int(),
      questionId: z.uuid(),
      correctIndex: z.int(),
      explanation: z.string(),
      explanationHtml: z.string(),
      formulas: BattleFormulasSchema,
      yourAnswer: z.int().nullable(),
      feedback: z.string().nullable().openapi({
        description: 'Markdown about your answer; null without an answer or without feedback on it',
      }),
      feedbackHtml: z.string().nullable(),
      yourPoints: z.int(),
      opponentAnswer: z.int().nullable(),
      opponentPoints: z.int(),
      scores: Scores,
    }),
  },
  'battle.opponentLeft': {
    summary: 'The opponent has disconnected. You win if the opponent does not return within `graceSeconds`.',
    schema: z.object({ graceSeconds: z.int() }),
  },
  'battle.opponentBack': { summary: 'The opponent has reconnected.', schema: z.object({}) },
  'battle.end': {
    summary:
      'The battle is over and settled. With the reason `CANCELLED` it did not start, and the stakes are refunded. Players who are not ready yet get it on all their sockets.',
    schema: z.object({
      result: z.enum(['WIN', 'LOSS', 'DRAW']),
      reason: z.enum(['COMPLETED', 'FORFEIT', 'ABANDONED', 'CANCELLED']),
      scores: Scores,
      gemsDelta: z.int(),
      xpEarned: z.int(),
      ratingDelta: z.int(),
    }),
  },
  'battle.rematchOffered': {
    summary: 'The opponent requests a rematch. Send `battle.rematch` to accept.',
    schema: z.object({ until: Timestamp }),
  },
} as const satisfies Record<string, Omit<OutFrameDefinition, 'type'>>

export type BattleFrameType = keyof typeof OUT_FRAMES
export type BattleFrameData<Type extends BattleFrameType> = z.output<(typeof OUT_FRAMES)[Type]['schema']>

export function battleFrame<Type extends BattleFrameType>(type: Type, data: BattleFrameData<Type>) {
  return { type, data }
}

export const BATTLE_OUT_FRAMES: OutFrameDefinition[] = Object.entries(OUT_FRAMES).map(([type, frame]) => ({
  type,
  ...frame,
}))

/** Notes on battles in the AsyncAPI document. */
export const BATTLE_PROTOCOL_NOTES = {
  ticket: 'The `queueTicket` of a queued or matched entry.',
  frames:
    'Frames of a room carry `roomId` and a `seq` that counts from 1 for each player. After a reconnect, `battle.resume` with the last `seq` received sends the missed frames again.',
} as const
