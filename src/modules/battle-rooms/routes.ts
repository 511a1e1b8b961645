import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import {
  BattleFormulasSchema,
  BattlePromptHtmlSchema,
  joinSchema,
  OpponentSchema,
  TopicChoiceSchema,
} from '../battle-game/public/protocol.ts'
import { errors as recordErrors } from '../battle-records/errors.ts'
import { TAG } from '../battle-records/public/battle-deps.ts'
import { describeRoom } from '../battle-records/public/describe-room.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { DIFFICULTIES } from '../questions/public/question.ts'
import { closeFriendRoom, HostedRoomError } from './close-friend-room.ts'
import { createFriendRoom } from './create-friend-room.ts'
import { errors } from './errors.ts'
import { joinFriendRoom } from './join-friend-room.ts'
import type { BattleRooms } from './public/create-battle-rooms.ts'
import { notifyMatched } from './public/notify-matched.ts'
import { startBotBattle } from './start-bot-battle.ts'

const EXAMPLE_ROOM = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'

const QuestionSchema = z
  .object({
    id: z.string(),
    prompt: z.string(),
    promptHtml: BattlePromptHtmlSchema,
    options: z.array(z.string()),
    formulas: BattleFormulasSchema,
    order: z.int().openapi({ description: 'Position in the battle, from 1.' }),
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

/** Topics, bot battles and friend rooms. */
export function battleRoomRoutes(battles: BattleRooms): Endpoint[] {
  const { platform, rules, stakeRules } = battles
  const Join = joinSchema(battles.stakeCap)

  return [
    endpoint({
      method: 'post',
      path: '/quiz-battles/bot/start',
      tag: TAG,
      summary: 'Start a battle against a bot',
      description: `Then connect to the WebSocket and send \`battle.ready\` within ${Math.ceil(rules.readyTimeoutMs / 1000)} s. Bot battles have no stake. While the battle is open, the same request returns the same battle. A user in the queue must leave it first (\`ALREADY_QUEUED\`).`,
      access: 'user',
      body: z.object({ topicId: TopicChoiceSchema, difficulty: z.enum(DIFFICULTIES).optional() }).optional(),
      bodyExample: { difficulty: 'MEDIUM' },
      response: {
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
              promptHtml: '<p>What does a hash of a block depend on?</p>',
              options: ['All of its content', 'Its number only', 'The time only', 'Nothing'],
              order: 1,
              timeLimitSeconds: 10,
            },
          ],
          readyBy: '2026-11-02T08:00:10.000Z',
        },
        message: 'Your opponent is ready',
      },
      refusals: [
        recordErrors.already_in_battle,
        recordErrors.already_queued,
        errors.unknown_topic,
        errors.nothing_to_ask,
      ],
      handle: async ({ caller, body, write, now }) => {
        const topicId = await battles.topicCache.requireTopic(platform.db, body?.topicId)
        const { userId, sessionId } = caller
        const difficulty = body?.difficulty ?? 'MEDIUM'
        const snapshot = await battles.questionCache.current(platform.db)
        return write(async (tx) => {
          const room = await startBotBattle(tx, {
            userId,
            sessionId,
            topicId,
            difficulty,
            snapshot,
            rules,
            now,
          })
          const view = await describeRoom(battles, tx, room.id, userId)
          const questions = await snapshot.questions(tx, room.seed, room.questionIds ?? [])
          return {
            roomId: room.id,
            opponent: view!.opponent!,
            questions: questions.map(({ id, prompt, promptHtml, options, formulas }, index) => ({
              id,
              prompt,
              promptHtml,
              options: [...options],
              ...(formulas && { formulas: [...formulas] }),
              order: index + 1,
              timeLimitSeconds: rules.questionMs / 1000,
            })),
            readyBy: room.startDeadline.toISOString(),
          }
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/quiz-battles/rooms',
      tag: TAG,
      summary: 'Create a friend room',
      description:
        'Send the code to a friend. The stake goes into escrow and is refunded if the battle does not start in time.',
      access: 'user',
      body: Join.optional(),
      bodyExample: { stakeAmount: 25 },
      response: {
        status: 201,
        data: z.object({ roomId: z.string(), roomCode: z.string(), expiresAt: TimestampSchema }),
        example: { roomId: EXAMPLE_ROOM, roomCode: '482913', expiresAt: '2026-11-02T08:10:00.000Z' },
        message: 'Room created',
      },
      refusals: [
        ledgerErrors.insufficient_gems,
        accountErrors.email_not_verified,
        accountErrors.account_too_new,
        recordErrors.stake_limit_reached,
        accountErrors.stakes_off,
        recordErrors.already_in_battle,
        recordErrors.already_queued,
        errors.unknown_topic,
        errors.nothing_to_ask,
      ],
      handle: async ({ caller, body, write, now }) => {
        const topicId = await battles.topicCache.requireTopic(platform.db, body?.topicId)
        const { userId, sessionId } = caller
        const stake = BigInt(body?.stakeAmount ?? 0)
        return write(async (tx) => {
          const room = await createFriendRoom(tx, {
            userId,
            sessionId,
            topicId,
            stake,
            stakeRules,
            rules,
            now,
          })
          return { ...room, expiresAt: room.expiresAt.toISOString() }
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/quiz-battles/rooms/:roomCode/join',
      tag: TAG,
      summary: 'Join a friend room',
      description:
        'Charges the stake of the room. The battle starts when both players are connected and ready. If one is not ready within a minute (`readyBy`), the room is cancelled and the stakes are refunded.',
      access: 'user',
      params: CodeParam,
      response: {
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
          readyBy: '2026-11-02T08:01:00.000Z',
        },
        message: 'You have joined the room',
      },
      refusals: [
        commonErrors.not_found,
        errors.code_expired,
        errors.room_full,
        errors.own_room,
        recordErrors.already_in_battle,
        recordErrors.already_queued,
        recordErrors.stake_between_related,
        recordErrors.stake_limit_reached,
        accountErrors.stakes_off,
        accountErrors.email_not_verified,
        accountErrors.account_too_new,
        ledgerErrors.insufficient_gems,
      ],
      handle: async ({ caller, params, write, now }) => {
        const { userId, sessionId } = caller
        // Codes are short, so wrong guesses are limited. A correct code returns the token it took.
        const [limit, guesses] = [platform.config.limits.credentialsPerAccount, `room-code:${userId}`]
        await platform.rateLimits.takeStrict(limit, guesses)
        let joined!: Awaited<ReturnType<typeof joinFriendRoom>>
        const response = await write(async (tx) => {
          const join = { userId, sessionId, code: params.roomCode, stakeRules, rules, now }
          joined = await joinFriendRoom(tx, join)
          const { room, opponent } = (await describeRoom(battles, tx, joined.roomId, userId))!
          return {
            roomId: joined.roomId,
            opponent: opponent!,
            stakeAmount: Number(room.stake),
            readyBy: room.startDeadline.toISOString(),
          }
        })
        await platform.rateLimits.returnTokenStrict(limit, guesses)
        const { roomId, creatorId, seated } = joined
        if (seated) await notifyMatched(battles, roomId, [creatorId, userId])
        if (seated?.hostProcessId) {
          const command = { type: 'join' as const, readyBy: seated.readyBy.getTime() }
          await battles.registry.router.commandFor(seated.hostProcessId, roomId, userId, command)
        }
        return response
      },
    }),

    endpoint({
      method: 'delete',
      path: '/quiz-battles/rooms/:roomCode',
      tag: TAG,
      summary: 'Close a friend room that has not started',
      description:
        'Either player can close it. The stakes are refunded, and both players get `battle.end` with the reason `CANCELLED`.',
      access: 'user',
      params: CodeParam,
      response: { message: 'Room closed' },
      refusals: [commonErrors.not_found, errors.room_not_found, errors.battle_begun],
      handle: async ({ caller: { userId }, params: { roomCode: code }, write, respondAfterCommit, now }) => {
        try {
          return await write(async (tx) => {
            const roomId = await closeFriendRoom(tx, { userId, code, now })
            tx.afterCommit(() => void battles.registry.notifyEnded(roomId))
          })
        } catch (error) {
          if (!(error instanceof HostedRoomError)) throw error
          // The battle may start on its host before the command arrives: `cancel` then does not forfeit.
          await battles.registry.router.commandFor(error.hostProcessId, error.roomId, userId, {
            type: 'cancel',
          })
          return respondAfterCommit()
        }
      },
    }),

    endpoint({
      method: 'get',
      path: '/quiz-battles/topics',
      tag: TAG,
      summary: 'List the topics of battles',
      access: 'user',
      response: {
        data: z.array(z.object({ id: z.string(), title: z.string(), questionCount: z.int() })),
        example: [{ id: EXAMPLE_ROOM, title: 'Blockchain', questionCount: 14 }],
      },
      handle: () => battles.topicCache.list(platform.db),
    }),
  ]
}
