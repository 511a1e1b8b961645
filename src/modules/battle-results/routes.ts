import { z } from '@hono/zod-openapi'
import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { IdParam, orNull, PagingMeta, pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { OpponentSchema } from '../battle-game/public/protocol.ts'
import { botOpponent, personOpponent } from '../battle-records/public/battle-deps.ts'
import { describeRoom, opponentScoreOf } from '../battle-records/public/describe-room.ts'
import { countHistory, type HistoryRow, listHistory } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { BattleServices } from '../matchmaking/start-matchmaking.ts'

const KINDS = ['QUEUE', 'FRIEND', 'REMATCH', 'BOT'] as const
const STATES = ['WAITING', 'IN_PROGRESS', 'FINISHED', 'ABANDONED', 'CANCELLED'] as const
const REASONS = ['COMPLETED', 'FORFEIT', 'ABANDONED', 'CANCELLED'] as const
const RESULTS = ['WIN', 'LOSS', 'DRAW'] as const

const RoomSchema = z
  .object({
    roomId: z.string(),
    kind: z.enum(KINDS),
    status: z.enum(STATES),
    reason: z.enum(REASONS).nullable(),
    topicId: z.string().nullable(),
    stakeAmount: z.int(),
    opponent: orNull(OpponentSchema).openapi({ description: 'Null while a room waits for a friend.' }),
    result: z.enum(RESULTS).nullable(),
    scores: z
      .object({ you: z.int(), opponent: z.int() })
      .nullable()
      .openapi({ description: 'When it is over. While it runs they come over the WebSocket.' }),
    gemsDelta: z.int().nullable(),
    xpEarned: z.int().nullable(),
    ratingDelta: z.int().nullable(),
    endedAt: TimestampSchema.nullable(),
  })
  .openapi('Battle')

const EXAMPLE = {
  roomId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  kind: 'QUEUE',
  status: 'FINISHED',
  reason: 'COMPLETED',
  topicId: null,
  stakeAmount: 10,
  opponent: {
    username: 'ada_l',
    avatarUrl: 'http://localhost:3000/avatars/019a8b5e-7c1d-7000-8000-4b2f7d1b2c3d.svg',
    isBot: false,
    rating: 1512,
  },
  result: 'WIN',
  scores: { you: 4210, opponent: 3650 },
  gemsDelta: 10,
  xpEarned: 20,
  ratingDelta: 14,
  endedAt: '2026-11-02T08:02:00.000Z',
}

/** What was played, and one battle by its id. */
export function historyRoutes(battles: BattleServices, TAG: string): Endpoint[] {
  const { platform } = battles
  return [
    endpoint({
      method: 'get',
      path: '/quiz-battles/history',
      tag: TAG,
      summary: 'Page through the battles that you have played',
      access: 'user',
      query: pagingQuery(20),
      response: { status: 200, data: z.array(RoomSchema), meta: PagingMeta, example: [EXAMPLE] },
      handle: async ({ caller, query: { page, limit } }) => {
        const [total, rows] = await Promise.all([
          countHistory(platform.db, caller.userId),
          listHistory(platform.db, caller.userId, { limit, offset: (page - 1) * limit }),
        ])
        return new Reply(await presentHistory(battles, rows), { meta: { total, page, limit } })
      },
    }),

    endpoint({
      method: 'get',
      path: '/quiz-battles/:roomId',
      tag: TAG,
      summary: 'Read a battle of yours',
      access: 'user',
      params: z.object({ roomId: IdParam }),
      response: { status: 200, data: RoomSchema, example: EXAMPLE },
      refusals: [commonErrors.not_found],
      handle: async ({ caller, params }) => {
        const described = await describeRoom(
          battles,
          platform.pipelinedDb,
          params.roomId as RoomId,
          caller.userId,
        )
        if (!described) throw commonErrors.not_found()
        const { room, own, opponent } = described
        return {
          roomId: room.id,
          kind: room.kind,
          status: room.state,
          reason: room.reason,
          topicId: room.topicId,
          stakeAmount: Number(room.stake),
          opponent,
          result: own.result,
          scores: scoresOf(own.score, opponentScoreOf(described)),
          gemsDelta: own.gemsDelta === null ? null : Number(own.gemsDelta),
          xpEarned: own.xpEarned,
          ratingDelta: own.ratingDelta,
          endedAt: room.endedAt?.toISOString() ?? null,
        }
      },
    }),
  ]
}

async function presentHistory({ platform, describeUsers }: BattleServices, rows: HistoryRow[]) {
  const others = [...new Set(rows.flatMap(({ opponentId }) => opponentId ?? []))]
  const users = others.length > 0 ? await describeUsers(platform.db, others) : new Map<UserId, never>()
  const { publicUrl } = platform.config
  return rows.map((row) => ({
    roomId: row.roomId,
    kind: row.kind,
    status: row.state,
    reason: row.reason,
    topicId: row.topicId,
    stakeAmount: Number(row.stake),
    opponent: row.botDifficulty
      ? botOpponent(publicUrl, row.botDifficulty)
      : row.opponentId &&
        personOpponent(publicUrl, users.get(row.opponentId), {
          userId: row.opponentId,
          rating: row.opponentRating!,
        }),
    result: row.result,
    scores: scoresOf(row.score, row.opponentScore),
    gemsDelta: Number(row.gemsDelta ?? 0n),
    xpEarned: row.xpEarned,
    ratingDelta: row.ratingDelta,
    endedAt: row.endedAt.toISOString(),
  }))
}

function scoresOf(you: number | null, opponent: number | null) {
  return you === null ? null : { you, opponent: opponent ?? 0 }
}
