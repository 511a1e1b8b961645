import { z } from '@hono/zod-openapi'
import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { errors } from '../battle-game/errors.ts'
import { joinSchema, OpponentSchema } from '../battle-game/public/protocol.ts'
import { describeRoom, notifyMatched } from '../battle-records/public/describe-room.ts'
import { errors as rewardErrors } from '../ledger/errors.ts'
import type { BattleServices } from '../matchmaking/start-matchmaking.ts'
import { DIFFICULTIES } from '../questions/public/question.ts'
import { closeFriendRoom } from './close-friend-room.ts'
import { createFriendRoom } from './create-friend-room.ts'
import { joinFriendRoom } from './join-friend-room.ts'
import { startBotBattle } from './start-bot-battle.ts'

const EXAMPLE_ROOM = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'

const QuestionSchema = z
  .object({
    id: z.string(),
    prompt: z.string(),
    options: z.array(z.string()),
    order: z.int().openapi({ description: 'From 1, in the order in which they are asked.' }),
    timeLimitSeconds: z.number(),
  })
  .openapi('BattleQuestion')

const OPPONENT_EXAMPLE = {
  username: 'Quill',
  avatarUrl: 'http://localhost:3000/avatars/00000000-0000-7000-8000-000000000002.svg',
  isBot: true,
  rating: 1500,
}

const CodeParam = z.object({
  roomCode: z
    .string()
    .regex(/^\d{6}$/)
    .openapi({ example: '482913' }),
})

/** Rooms that nobody has to wait in a queue for: with a bot, and with a friend. */
export function roomRoutes(battles: BattleServices, TAG: string): Endpoint[] {
  const { platform, rules } = battles
  const Join = joinSchema(battles.stakeCap)

  return [
    endpoint({
      method: 'post',
      path: '/quiz-battles/bot/start',
      tag: TAG,
      summary: 'Battle a bot',
      description: `Connect to the WebSocket and say \`battle.ready\` within ${Math.ceil(rules.readyTimeoutMs / 1000)} s. Bots never play for gems. Asking again while the battle is open gives the same.`,
      access: 'user',
      body: z
        .object({ topicId: z.uuid().optional(), difficulty: z.enum(DIFFICULTIES).optional() })
        .optional(),
      bodyExample: { difficulty: 'MEDIUM' },
      response: {
        status: 200,
        data: z.object({
          roomId: z.string(),
          opponent: OpponentSchema,
          questions: z.array(QuestionSchema),
          readyBy: TimestampSchema,
        }),
        example: {
          roomId: EXAMPLE_ROOM,
          opponent: OPPONENT_EXAMPLE,
          questions: [
            {
              id: '019a8b5e-7c1d-7000-8000-4b2f7d1b2c3d',
              prompt: 'What does a hash of a block depend on?',
              options: ['All of its content', 'Its number only', 'The time only', 'Nothing'],
              order: 1,
              timeLimitSeconds: 10,
            },
          ],
          readyBy: '2026-11-02T08:00:10.000Z',
        },
        message: 'Your opponent is ready',
      },
      refusals: [errors.already_in_battle, errors.unknown_topic, errors.nothing_to_ask],
      handle: async ({ caller, body, now }) => {
        const topicId = await battles.topicCache.requireTopic(platform.db, body?.topicId)
        const { userId, sessionId } = caller
        const difficulty = body?.difficulty ?? 'MEDIUM'
        const snapshot = await battles.questionCache.current(platform.db)
        const room = await platform.write((tx) =>
          startBotBattle(tx, { userId, sessionId, topicId, difficulty, snapshot, rules, now }),
        )
        const described = await describeRoom(battles, platform.db, room.id, userId)
        const questions = await snapshot.questions(platform.db, room.seed, room.questionIds ?? [])
        return {
          roomId: room.id,
          opponent: described!.opponent!,
          questions: questions.map(({ id, prompt, options }, index) => ({
            id,
            prompt,
            options: [...options],
            order: index + 1,
            timeLimitSeconds: rules.questionMs / 1000,
          })),
          readyBy: room.startDeadline.toISOString(),
        }
      },
    }),

    endpoint({
      method: 'post',
      path: '/quiz-battles/rooms',
      tag: TAG,
      summary: 'Open a room for a friend',
      description:
        'Tell the code to a friend. The stake is put into escrow, and comes back when the room is not used in time.',
      access: 'user',
      body: Join.optional(),
      bodyExample: { stakeAmount: 25 },
      response: {
        status: 201,
        data: z.object({ roomId: z.string(), roomCode: z.string(), expiresAt: TimestampSchema }),
        example: { roomId: EXAMPLE_ROOM, roomCode: '482913', expiresAt: '2026-11-02T08:10:00.000Z' },
        message: 'Room opened',
      },
      refusals: [
        rewardErrors.insufficient_gems,
        errors.already_in_battle,
        errors.unknown_topic,
        errors.nothing_to_ask,
      ],
      handle: async ({ caller, body, storeResponse, now }) => {
        const topicId = await battles.topicCache.requireTopic(platform.db, body?.topicId)
        const { userId, sessionId } = caller
        const stake = BigInt(body?.stakeAmount ?? 0)
        return platform.write(async (tx) => {
          const room = await createFriendRoom(tx, { userId, sessionId, topicId, stake, rules, now })
          return storeResponse(tx, { ...room, expiresAt: room.expiresAt.toISOString() })
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/quiz-battles/rooms/:roomCode/join',
      tag: TAG,
      summary: 'Join a friend’s room',
      description:
        'Takes the stake that the friend has set. The battle begins when both are connected and ready.',
      access: 'user',
      params: CodeParam,
      response: {
        status: 200,
        data: z.object({
          roomId: z.string(),
          opponent: OpponentSchema,
          stakeAmount: z.int(),
          readyBy: TimestampSchema,
        }),
        example: {
          roomId: EXAMPLE_ROOM,
          opponent: { ...OPPONENT_EXAMPLE, username: 'ada_l', isBot: false },
          stakeAmount: 25,
          readyBy: '2026-11-02T08:10:00.000Z',
        },
        message: 'You are in',
      },
      refusals: [
        commonErrors.not_found,
        errors.code_expired,
        errors.room_full,
        errors.own_room,
        errors.already_in_battle,
        rewardErrors.insufficient_gems,
      ],
      handle: async ({ caller, params, storeResponse, now }) => {
        const { userId, sessionId } = caller
        // Codes are short, so there are not many tries; who knows one loses none by using it, and wins none at others.
        const [limit, guesses] = [platform.config.limits.credentialsPerAccount, `room-code:${userId}`]
        await platform.rateLimits.takeStrict(limit, guesses)
        const { roomId, creatorId, isNew, answer } = await platform.write(async (tx) => {
          const joined = await joinFriendRoom(tx, { userId, sessionId, code: params.roomCode, now })
          const { room, opponent } = (await describeRoom(battles, tx, joined.roomId, userId))!
          const response = await storeResponse(tx, {
            roomId: joined.roomId,
            opponent: opponent!,
            stakeAmount: Number(room.stake),
            readyBy: room.startDeadline.toISOString(),
          })
          return { ...joined, answer: response }
        })
        await platform.rateLimits.returnTokenStrict(limit, guesses)
        if (isNew) await notifyMatched(battles, roomId, [creatorId, userId])
        return answer
      },
    }),

    endpoint({
      method: 'delete',
      path: '/quiz-battles/rooms/:roomCode',
      tag: TAG,
      summary: 'Close a friend’s room that has not begun',
      description: 'For either of the two. The stakes come back.',
      access: 'user',
      params: CodeParam,
      response: { status: 200, message: 'Room closed' },
      refusals: [commonErrors.not_found, errors.room_not_found, errors.battle_begun],
      handle: ({ caller, params, storeResponse, now }) =>
        closeFriendRoom(battles, { userId: caller.userId, code: params.roomCode, storeResponse, now }),
    }),
  ]
}
