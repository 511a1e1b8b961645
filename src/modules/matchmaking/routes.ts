import { z } from '@hono/zod-openapi'
import { commonErrors } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { errors } from '../battle-game/errors.ts'
import { joinSchema } from '../battle-game/public/protocol.ts'
import { type EntryRow, findEntry } from '../battle-records/public/entries.ts'
import { type EntryId, readTicket, ticketOf } from '../battle-records/public/ticket.ts'
import { errors as rewardErrors } from '../ledger/errors.ts'
import { cancelTicket } from './cancel-ticket.ts'
import type { BattleServices } from './start-matchmaking.ts'

const EXAMPLE_TICKET = 'AZqLXnwdcACAAF8ffRssPQ.0m5xq7hZyqv9H8m0vJr1l3b6o2n4c8Wd'

const TicketSchema = z
  .object({
    status: z.enum(['QUEUED', 'MATCHED', 'TIMED_OUT', 'CANCELLED']),
    queueTicket: z.string().openapi({ description: 'Opens the WebSocket: /quiz-battles/ws?ticket=…' }),
    matchmakingTimeoutSeconds: z.int(),
    stakeAmount: z.int(),
    topicId: z.string().nullable(),
    roomId: z.string().nullable().openapi({ description: 'Once there is an opponent.' }),
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

/** The queue over HTTP; the same is said over the WebSocket by `queue.join` and `queue.cancel`. */
export function queueRoutes(battles: BattleServices, TAG: string): Endpoint[] {
  const { platform, rules } = battles
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
      summary: 'Look for an opponent',
      description: [
        `The stake is put into escrow with the ticket and comes back when no battle is played. Joining again gives the same ticket.`,
        `Then connect to the WebSocket with \`?ticket=\` and wait for \`queue.matched\`. Without an opponent after ${Math.ceil(rules.queueTimeoutMs / 1000)} s a bot plays, or the ticket is \`TIMED_OUT\` when there was a stake.`,
      ].join('\n\n'),
      access: 'user',
      // A ticket is of the session that it was given to.
      perSession: true,
      body: joinSchema(battles.stakeCap),
      bodyExample: { stakeAmount: 10 },
      response: {
        status: 200,
        data: TicketSchema,
        example: TICKET_EXAMPLE,
        message: 'Looking for an opponent',
      },
      refusals: [
        rewardErrors.insufficient_gems,
        errors.already_in_battle,
        errors.unknown_topic,
        errors.nothing_to_ask,
      ],
      handle: async ({ caller, body, now }) => {
        const topicId = await battles.topicCache.requireTopic(platform.db, body.topicId)
        const { userId, sessionId } = caller
        const stake = BigInt(body.stakeAmount ?? 0)
        const entry = await battles.joinBatcher.join({ userId, sessionId, topicId, stake, now })
        battles.matchmaker.wake()
        return presentTicket(entry, caller)
      },
    }),

    endpoint({
      method: 'get',
      path: '/quiz-battles/queue/:ticket',
      tag: TAG,
      summary: 'Read a ticket of yours',
      access: 'user',
      params: TicketParam,
      response: { status: 200, data: TicketSchema, example: TICKET_EXAMPLE },
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
      summary: 'Stop looking for an opponent',
      description: 'The stake comes back. A ticket that was matched meanwhile is 409.',
      access: 'user',
      params: TicketParam,
      response: {
        status: 200,
        data: z.object({ status: z.literal('CANCELLED') }),
        example: { status: 'CANCELLED' },
        message: 'Ticket cancelled',
      },
      refusals: [commonErrors.not_found, errors.ticket_not_queued],
      handle: async ({ caller, params, now }) => {
        const entryId = ownEntryId(params.ticket)
        await platform.write((tx) => cancelTicket(tx, { entryId, userId: caller.userId, now }))
        return { status: 'CANCELLED' as const }
      },
    }),
  ]
}
