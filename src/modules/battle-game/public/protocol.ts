import { z } from '@hono/zod-openapi'
import type { OutFrameDefinition } from '../../../platform/websockets/frames.ts'

/** The words of the live channel: what clients may say, and what they are told. */

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

export type Opponent = z.output<typeof OpponentSchema>

/** A stake is a whole number: nothing is rounded where gems are meant. */
export const stakeSchema = (cap: number) =>
  z
    .int()
    .min(0)
    .max(cap)
    .openapi({ description: `Gems of each player; the winner takes both. At most ${cap}.`, example: 0 })

export const joinSchema = (stakeCap: number) =>
  z.object({
    topicId: z.uuid().optional().openapi({ description: 'Left out: any topic.' }),
    stakeAmount: stakeSchema(stakeCap).optional(),
  })

export const CLIENT_FRAMES = {
  queueCancel: z.object({}),
  /** `roomId` may stand in the envelope or here, or be left out for the battle that one is in. */
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
    summary: 'Where your ticket stands: on joining, on cancelling, and when you connect while it waits.',
    schema: z.object({
      status: z.enum(['QUEUED', 'MATCHED', 'TIMED_OUT', 'CANCELLED']),
      queueTicket: z.string(),
      waitedSeconds: z.int(),
      matchmakingTimeoutSeconds: z.int(),
      stakeAmount: z.int(),
    }),
  },
  'queue.matched': {
    summary: 'There is an opponent. Say `battle.ready` before `readyBy`.',
    schema: z.object({
      roomId: RoomIdSchema,
      opponent: OpponentSchema,
      stakeAmount: z.int(),
      questionCount: z.int(),
      readyBy: Timestamp,
    }),
  },
  'queue.timeout': {
    summary: 'Nobody came in time. A stake is back; a bot would play.',
    schema: z.object({ queueTicket: z.string(), botAvailable: z.boolean() }),
  },
  'battle.start': {
    summary: 'Both are ready. The first question comes at `startsAt`.',
    schema: z.object({ startsAt: Timestamp, questionCount: z.int() }),
  },
  'battle.question': {
    summary:
      'A question, to be answered until `endsAt`. It comes again with another `endsAt` when the battle had to stop for a while.',
    schema: z.object({
      index: z.int(),
      questionId: z.uuid(),
      prompt: z.string(),
      options: z.array(z.string()),
      timeLimitMs: z.int(),
      endsAt: Timestamp,
    }),
  },
  'battle.answered': {
    summary: 'An answer is taken. What it was is told when the round is over.',
    schema: z.object({ by: z.enum(['you', 'opponent']), questionId: z.uuid() }),
  },
  'battle.roundResult': {
    summary: 'The round is over: both have answered, or time is up.',
    schema: z.object({
      index: z.int(),
      questionId: z.uuid(),
      correctIndex: z.int(),
      explanation: z.string(),
      yourAnswer: z.int().nullable(),
      yourPoints: z.int(),
      opponentAnswer: z.int().nullable(),
      opponentPoints: z.int(),
      scores: Scores,
    }),
  },
  'battle.opponentLeft': {
    summary: 'The opponent is not connected. Back within `graceSeconds`, or you have won.',
    schema: z.object({ graceSeconds: z.int() }),
  },
  'battle.opponentBack': { summary: 'The opponent is connected again.', schema: z.object({}) },
  'battle.end': {
    summary: 'It is over and settled.',
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
    summary: 'The opponent would play again: say `battle.rematch` too, and you do.',
    schema: z.object({ until: Timestamp }),
  },
} as const satisfies Record<string, Omit<OutFrameDefinition, 'type'>>

export type BattleFrameType = keyof typeof OUT_FRAMES
export type BattleFrameData<Type extends BattleFrameType> = z.output<(typeof OUT_FRAMES)[Type]['schema']>

/** A frame whose data is of its type. */
export function battleFrame<Type extends BattleFrameType>(type: Type, data: BattleFrameData<Type>) {
  return { type, data }
}

export const BATTLE_OUT_FRAMES: OutFrameDefinition[] = Object.entries(OUT_FRAMES).map(([type, frame]) => ({
  type,
  ...frame,
}))

/** What else the document of the live channel says of battles. */
export const BATTLE_PROTOCOL_NOTES = {
  ticket: 'The `queueTicket` of a place in the queue.',
  frames:
    'Frames of a room carry `roomId` and a `seq` that counts from 1 for each player; after a reconnect, `battle.resume` with the last one seen brings the missed ones again.',
} as const
