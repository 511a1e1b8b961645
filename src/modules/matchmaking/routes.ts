import { commonErrors } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import { joinSchema } from '../battle-game/public/protocol.ts'
import { errors as recordErrors } from '../battle-records/errors.ts'
import { TAG } from '../battle-records/public/battle-deps.ts'
import { type EntryRow, findEntry } from '../battle-records/public/entries.ts'
import { type EntryId, readTicket, ticketOf } from '../battle-records/public/ticket.ts'
import { errors as roomErrors } from '../battle-rooms/errors.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { cancelTicket } from './cancel-ticket.ts'
import type { Matchmaking } from './create-matchmaking.ts'
import { errors } from './errors.ts'

const EXAMPLE_TICKET = 'AZqLXnwdcACAAF8ffRssPQ.0m5xq7hZyqv9H8m0vJr1l3b6o2n4c8Wd'

const TicketSchema = z
  .object({
    status: z.enum(['QUEUED', 'MATCHED', 'TIMED_OUT', 'CANCELLED']),
    queueTicket: z
      .string()
      .openapi({ description: 'Authenticates the WebSocket: /quiz-battles/ws?ticket=…' }),
    matchmakingTimeoutSeconds: z.int(),
    stakeAmount: z.int(),
    topicId: z.string().nullable(),
    roomId: z.string().nullable().openapi({ description: 'Set when an opponent is found.' }),
    joinedAt: TimestampSchema,
    expiresAt: TimestampSchema,
  })
  .openapi('BattleTicket')

const TICKET_EXAMPLE = {
  status: 'QUEUED',
  queueTicket: EXAMPLE_TICKET,
  matchmakingTimeoutSeconds: 30,
  stakeAmount: 10,
  topicId: null,
  roomId: null,
  joinedAt: '2026-11-02T08:00:00.000Z',
  expiresAt: '2026-11-02T08:00:30.000Z',
}

const TicketParam = z.object({ ticket: z.string().min(1).max(200).openapi({ example: EXAMPLE_TICKET }) })

/** The queue over HTTP; the frames `queue.join` and `queue.cancel` do the same over the WebSocket. */
export function matchmakingRoutes({ rooms, joinBatcher, matchmaker }: Matchmaking): Endpoint[] {
  const { platform, rules } = rooms
  const presentTicket = (entry: EntryRow, { sessionId }: Caller) => ({
    status: entry.status,
    queueTicket: ticketOf({ entryId: entry.id, sessionId }),
    matchmakingTimeoutSeconds: Math.ceil(rules.queueTimeoutMs / 1000),
    stakeAmount: Number(entry.stake),
    topicId: entry.topicId,
    roomId: entry.roomId,
    joinedAt: entry.joinedAt.toISOString(),
    expiresAt: entry.expiresAt.toISOString(),
  })
  const ownEntryId = (ticket: string): EntryId => {
    const read = readTicket(ticket)
    if (!read) throw commonErrors.not_found()
    return read.entryId
  }

  return [
    endpoint({
      method: 'post',
      path: '/quiz-battles/queue/join',
      tag: TAG,
      summary: 'Join the queue',
      description: [
        'You must have the gems of the stake. They go into escrow when an opponent is found, and are refunded if no battle is played. A ticket whose gems were spent meanwhile becomes `TIMED_OUT`. Joining again returns the same ticket.',
        `Then connect to the WebSocket with \`?ticket=\` and wait for \`queue.matched\`. Without an opponent after ${Math.ceil(rules.queueTimeoutMs / 1000)} s, a bot plays; a ticket with a stake becomes \`TIMED_OUT\`.`,
      ].join('\n\n'),
      access: 'user',
      // A ticket is bound to its session.
      perSession: true,
      body: joinSchema(rooms.stakeCap),
      bodyExample: { stakeAmount: 10 },
      response: {
        data: TicketSchema,
        example: TICKET_EXAMPLE,
        message: 'Looking for an opponent',
      },
      refusals: [
        ledgerErrors.insufficient_gems,
        accountErrors.email_not_verified,
        accountErrors.account_too_new,
        recordErrors.stake_limit_reached,
        accountErrors.stakes_off,
        recordErrors.already_in_battle,
        roomErrors.unknown_topic,
        roomErrors.nothing_to_ask,
      ],
      handle: async ({ caller, body, respondAfterCommit, now }) => {
        const topicId = await rooms.topicCache.requireTopic(platform.db, body.topicId)
        const { userId, sessionId } = caller
        const stake = BigInt(body.stakeAmount ?? 0)
        const entry = await joinBatcher.join({ userId, sessionId, topicId, stake, now })
        matchmaker.wake()
        // Entries are inserted in batches. A retry returns the same ticket.
        return respondAfterCommit(presentTicket(entry, caller))
      },
    }),

    endpoint({
      method: 'get',
      path: '/quiz-battles/queue/:ticket',
      isHiddenFromViews: true,
      tag: TAG,
      summary: 'Read one of your tickets',
      access: 'user',
      params: TicketParam,
      response: { data: TicketSchema, example: TICKET_EXAMPLE },
      refusals: [commonErrors.not_found],
      handle: async ({ caller, params }) => {
        const entry = await findEntry(platform.pipelinedDb, ownEntryId(params.ticket))
        if (entry?.userId !== caller.userId) throw commonErrors.not_found()
        return presentTicket(entry, caller)
      },
    }),

    endpoint({
      method: 'delete',
      path: '/quiz-battles/queue/:ticket',
      tag: TAG,
      summary: 'Leave the queue',
      description:
        'Nothing of the stake is reserved before an opponent is found. A ticket that is already matched is refused with 409.',
      access: 'user',
      params: TicketParam,
      response: {
        data: z.object({ status: z.literal('CANCELLED') }),
        example: { status: 'CANCELLED' },
        message: 'Ticket cancelled',
      },
      refusals: [commonErrors.not_found, errors.ticket_not_queued],
      handle: ({ caller, params, write, now }) => {
        const entryId = ownEntryId(params.ticket)
        return write(async (tx) => {
          await cancelTicket(tx, { entryId, userId: caller.userId, now })
          return { status: 'CANCELLED' as const }
        })
      },
    }),
  ]
}
