import { CursorMeta, cursorPage, cursorPagingQuery } from '../../platform/http/cursor.ts'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { listUsernames } from '../accounts/public/user-records.ts'
import {
  BATTLE_STATUSES,
  type ListedBattle,
  listBattles,
  SEARCHED_BATTLES,
} from '../battle-records/public/list-battles.ts'
import { escrowAccount } from '../battle-records/public/stakes.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { adminRead } from '../staff-access/public/admin-endpoint.ts'

const KINDS = ['QUEUE', 'FRIEND', 'REMATCH', 'BOT'] as const

const PlayerSchema = z.object({
  userId: z.string(),
  username: z.string().nullable().openapi({ description: 'Null if the account was deleted' }),
  escrowAccount: z.string().openapi({ description: 'The ledger account of the stake' }),
  score: z.int().nullable(),
  result: z.enum(['WIN', 'LOSS', 'DRAW']).nullable(),
  gemsDelta: z.int().nullable(),
  xpEarned: z.int().nullable(),
})

const BattleSchema = z
  .object({
    id: z.string(),
    kind: z.enum(KINDS),
    status: z.enum(BATTLE_STATUSES),
    stakeAmount: z.int().openapi({ description: 'The gems of each player' }),
    botDifficulty: z.enum(['EASY', 'MEDIUM', 'HARD']).nullable(),
    botScore: z.int().nullable(),
    createdAt: TimestampSchema,
    endedAt: TimestampSchema.nullable(),
    players: z.array(PlayerSchema),
  })
  .openapi('AdminBattle')

const EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  kind: 'BOT',
  status: 'COMPLETED',
  stakeAmount: 0,
  botDifficulty: 'EASY',
  botScore: 3650,
  createdAt: '2026-11-02T08:00:00.000Z',
  endedAt: '2026-11-02T08:02:00.000Z',
  players: [
    {
      userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
      username: 'ada_l',
      escrowAccount: 'battle:019a8b5e-7c1d-7000-8000-0000000000e1',
      score: 4210,
      result: 'WIN',
      gemsDelta: 0,
      xpEarned: 20,
    },
  ],
}

/** The battles of all users, for staff. */
export function battleAdminRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/battles', {
      summary: 'List battles',
      description: `Newest first, by the time at which they were created: \`from\` is included, \`to\` is not. A filter looks at the newest ${SEARCHED_BATTLES.toLocaleString('en')} battles of that time, of the user or of the status if one is given. \`total\` is at most 10,000.`,
      query: cursorPagingQuery(
        20,
        z.tuple([z.uuid()]).transform(([id]) => id),
      ).extend({
        battleId: z.uuid().optional(),
        userId: z.uuid().optional(),
        kind: z.enum(KINDS).optional(),
        status: z
          .enum([...BATTLE_STATUSES, 'PLAYED'])
          .optional()
          .openapi({
            description: '`PLAYED`: completed, forfeited or abandoned, as the figures count battles',
          }),
        from: z.iso.datetime().optional(),
        to: z.iso.datetime().optional(),
      }),
      response: {
        data: z.array(BattleSchema),
        meta: CursorMeta,
        metaExample: { total: 1, page: 1, limit: 20, nextCursor: null },
        example: [EXAMPLE],
      },
      handle: async ({ query: { page, limit, cursor, battleId, userId, from, to, ...filter } }) => {
        const wanted = {
          ...filter,
          id: battleId?.toLowerCase() as RoomId | undefined,
          userId: userId as UserId | undefined,
          from: from ? new Date(from) : undefined,
          to: to ? new Date(to) : undefined,
        }
        const offset = cursor ? 0 : (page - 1) * limit
        const { battles, total } = await listBattles(db, wanted, { after: cursor, limit: limit + 1, offset })
        const { items, nextCursor } = cursorPage(battles, limit, ({ id }) => [id])
        const players = [...new Set(items.flatMap(({ seats }) => seats.map((seat) => seat.userId)))]
        const usernames = await listUsernames(db, players)
        const shown = items.map((battle) => presentBattle(battle, usernames))
        return new Reply(shown, { meta: { total, page, limit, nextCursor } })
      },
    }),
  ]
}

function presentBattle(row: ListedBattle, usernames: Map<UserId, string>) {
  const { stake, seats, ...battle } = isoDates(row)
  return {
    ...battle,
    stakeAmount: Number(stake),
    players: seats.map((seat) => ({
      userId: seat.userId,
      username: usernames.get(seat.userId) ?? null,
      escrowAccount: escrowAccount(seat.entryId),
      score: seat.score,
      result: seat.result,
      gemsDelta: seat.gemsDelta === null ? null : Number(seat.gemsDelta),
      xpEarned: seat.xpEarned,
    })),
  }
}
