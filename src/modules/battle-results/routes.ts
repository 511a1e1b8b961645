import { DAY_MS } from '../../platform/clock.ts'
import { commonErrors } from '../../platform/errors.ts'
import { CursorMeta, CursorTime, cursorPage, cursorPagingQuery } from '../../platform/http/cursor.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { IdParam, orNull, TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { NEW_RATING, withInactivity } from '../battle-game/public/glicko2.ts'
import { botOpponent, personOpponent } from '../battle-game/public/opponent.ts'
import { OpponentSchema } from '../battle-game/public/protocol.ts'
import { type BattleDeps, TAG } from '../battle-records/public/battle-deps.ts'
import { describeRoom } from '../battle-records/public/describe-room.ts'
import { countHistory, type HistoryRow, listHistory } from '../battle-records/public/history.ts'
import { findRating } from '../battle-records/public/ratings.ts'
import type { RoomRow, SeatRow } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'

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
    opponent: orNull(OpponentSchema).openapi({
      description: 'Null while a friend room waits for its second player.',
    }),
    result: z.enum(RESULTS).nullable(),
    scores: z.object({ you: z.int(), opponent: z.int() }).nullable().openapi({
      description: 'Set when the battle is over. During the battle, scores come over the WebSocket.',
    }),
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

/** The time and the entry of a battle of the caller. */
const BattlePosition = z
  .tuple([CursorTime, z.uuid()])
  .transform(([at, entryId]) => ({ endedAt: new Date(at), entryId }))

/** Mounted after the routes of the other battle modules, because `/quiz-battles/:roomId` matches any name. */
export function battleResultRoutes(deps: BattleDeps): Endpoint[] {
  const { platform } = deps
  return [
    endpoint({
      method: 'get',
      path: '/quiz-battles/rating',
      tag: TAG,
      summary: 'Read your rating',
      description: 'A Glicko-2 rating. Only queue battles against people change it.',
      access: 'user',
      response: {
        data: z.object({
          rating: z.int(),
          deviation: z.int().openapi({
            description: 'Your true strength is within two deviations of the rating with 95 % probability.',
          }),
          volatility: z.number(),
          wins: z.int(),
          losses: z.int(),
          draws: z.int(),
          battles: z.int(),
        }),
        example: {
          rating: 1532,
          deviation: 120,
          volatility: 0.06,
          wins: 12,
          losses: 9,
          draws: 1,
          battles: 22,
        },
      },
      handle: async ({ caller, now }) => {
        const found = await findRating(platform.pipelinedDb, caller.userId)
        const days = found ? (now.getTime() - found.playedAt.getTime()) / DAY_MS : 0
        const { rating, deviation, volatility } = found ? withInactivity(found, days) : NEW_RATING
        const { wins, losses, draws } = found ?? { wins: 0, losses: 0, draws: 0 }
        return {
          rating: Math.round(rating),
          deviation: Math.round(deviation),
          volatility,
          wins,
          losses,
          draws,
          battles: wins + losses + draws,
        }
      },
    }),

    endpoint({
      method: 'get',
      path: '/quiz-battles/history',
      tag: TAG,
      summary: 'List the battles that you have played',
      access: 'user',
      query: cursorPagingQuery(20, BattlePosition),
      response: {
        data: z.array(RoomSchema),
        meta: CursorMeta,
        metaExample: { total: 1, page: 1, limit: 20, nextCursor: null },
        example: [EXAMPLE],
      },
      handle: async ({ caller, query: { page, limit, cursor } }) => {
        const offset = cursor ? 0 : (page - 1) * limit
        const [total, rows] = await Promise.all([
          countHistory(platform.db, caller.userId),
          listHistory(platform.db, caller.userId, { after: cursor, limit: limit + 1, offset }),
        ])
        const { items, nextCursor } = cursorPage(rows, limit, ({ endedAt, entryId }) => [
          endedAt.getTime(),
          entryId,
        ])
        return new Reply(await presentHistory(deps, items), { meta: { total, page, limit, nextCursor } })
      },
    }),

    endpoint({
      method: 'get',
      path: '/quiz-battles/:roomId',
      tag: TAG,
      summary: 'Read one of your battles',
      access: 'user',
      params: z.object({ roomId: IdParam }),
      response: { data: RoomSchema, example: EXAMPLE },
      refusals: [commonErrors.not_found],
      handle: async ({ caller, params }) => {
        const roomId = params.roomId as RoomId
        const view = await describeRoom(deps, platform.pipelinedDb, roomId, caller.userId)
        if (!view) throw commonErrors.not_found()
        const { room, own, other, opponent } = view
        return {
          ...presentBattle({ ...room, ...own, opponentScore: other?.score ?? room.botScore }),
          opponent,
          gemsDelta: own.gemsDelta === null ? null : Number(own.gemsDelta),
        }
      },
    }),
  ]
}

async function presentHistory({ platform, describeUsers }: BattleDeps, rows: HistoryRow[]) {
  const opponentIds = [...new Set(rows.flatMap(({ opponentId }) => opponentId ?? []))]
  const users =
    opponentIds.length > 0 ? await describeUsers(platform.db, opponentIds) : new Map<UserId, never>()
  const { publicUrl } = platform.config
  return rows.map((row) => ({
    ...presentBattle(row),
    opponent: row.botDifficulty
      ? botOpponent(publicUrl, row.botDifficulty)
      : row.opponentId &&
        personOpponent(publicUrl, users.get(row.opponentId), {
          userId: row.opponentId,
          rating: row.opponentRating!,
        }),
    gemsDelta: Number(row.gemsDelta ?? 0n),
  }))
}

type BattleRow = SeatRow &
  Pick<RoomRow, 'kind' | 'state' | 'reason' | 'topicId' | 'stake' | 'endedAt'> & {
    opponentScore: number | null
  }

function presentBattle(row: BattleRow) {
  return {
    roomId: row.roomId,
    kind: row.kind,
    status: row.state,
    reason: row.reason,
    topicId: row.topicId,
    stakeAmount: Number(row.stake),
    result: row.result,
    scores: row.score === null ? null : { you: row.score, opponent: row.opponentScore ?? 0 },
    xpEarned: row.xpEarned,
    ratingDelta: row.ratingDelta,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
