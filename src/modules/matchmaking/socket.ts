import { commonErrors } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { log } from '../../platform/log.ts'
import type { Connection } from '../../platform/websockets/connection.ts'
import { type FrameHandler, frame } from '../../platform/websockets/frames.ts'
import { battleFrame, CLIENT_FRAMES, joinSchema } from '../battle-game/public/protocol.ts'
import { describeRoom } from '../battle-records/public/describe-room.ts'
import { type EntryRow, findEntry, findLiveEntry } from '../battle-records/public/entries.ts'
import { readTicket, ticketOf } from '../battle-records/public/ticket.ts'
import type { BattleRooms } from '../battle-rooms/public/create-battle-rooms.ts'
import { matchedFrame } from '../battle-rooms/public/notify-matched.ts'
import { cancelTicket } from './cancel-ticket.ts'
import type { Matchmaking } from './create-matchmaking.ts'
import { errors } from './errors.ts'

/** The caller of a ticket whose entry is live. The caller checks whether the session is revoked. */
export async function authenticateTicket({ platform }: BattleRooms, ticket: string): Promise<Caller> {
  const read = readTicket(ticket)
  const entry = read && (await findEntry(platform.pipelinedDb, read.entryId))
  if (!read || !entry?.isLive)
    throw commonErrors.unauthenticated({ message: 'This ticket is invalid or its battle is over.' })
  return { userId: entry.userId, sessionId: read.sessionId, role: 'USER' }
}

/** Sends `queue.status` or `queue.matched` to a user who connects while queued or in a battle. */
export async function sendStatusOnConnect(
  { rooms, findLiveEntry }: Matchmaking,
  connection: Connection,
  now: Date,
): Promise<void> {
  try {
    const entry = await findLiveEntry(connection.caller.userId)
    if (entry) await sendStatus(rooms, connection, entry, now)
  } catch (error) {
    log.warn({ error: String(error) }, 'matchmaking: status not sent on connect')
  }
}

async function sendStatus(
  rooms: BattleRooms,
  connection: Connection,
  entry: EntryRow,
  now: Date,
): Promise<void> {
  if (!entry.roomId) return connection.send(statusFrame(rooms, entry, connection.caller, now))
  const view = await describeRoom(rooms, rooms.platform.pipelinedDb, entry.roomId, connection.caller.userId)
  const matched = view && matchedFrame(view, rooms.rules.questionCount)
  if (matched) connection.send(matched)
}

function statusFrame(
  { rules }: BattleRooms,
  { id, status, roomId, stake, joinedAt }: EntryRow,
  { sessionId }: Caller,
  now: Date,
) {
  return battleFrame('queue.status', {
    status,
    queueTicket: ticketOf({ entryId: id, sessionId }),
    roomId,
    waitedSeconds: Math.max(0, Math.floor((now.getTime() - joinedAt.getTime()) / 1000)),
    matchmakingTimeoutSeconds: Math.ceil(rules.queueTimeoutMs / 1000),
    stakeAmount: Number(stake),
  })
}

/** The `queue.*` frames of clients. */
export function queueFrames({ rooms, joinBatcher, matchmaker }: Matchmaking): FrameHandler[] {
  const { platform } = rooms
  /** A frame that writes counts towards the request limit of the user. */
  const consumeRateLimit = ({ caller }: Connection) => platform.rateLimits.takeGeneral(caller.userId, {})

  return [
    frame({
      type: 'queue.join',
      summary:
        'Join the queue. The reply is `queue.status`. If you have an opponent, it has the `roomId`, and `queue.matched` follows unless this socket had it.',
      schema: joinSchema(rooms.stakeCap),
      handle: async (connection, { data, now }) => {
        consumeRateLimit(connection)
        const topicId = await rooms.topicCache.requireTopic(platform.db, data.topicId)
        const { userId, sessionId } = connection.caller
        const stake = BigInt(data.stakeAmount ?? 0)
        const entry = await joinBatcher.join({ userId, sessionId, topicId, stake, now })
        // A connection gets `queue.matched` once, so the status answers a join that is repeated in a battle.
        if (entry.roomId) connection.send(statusFrame(rooms, entry, connection.caller, now))
        await sendStatus(rooms, connection, entry, now)
        matchmaker.wake()
      },
    }),

    frame({
      type: 'queue.cancel',
      summary: 'Leave the queue. The reply is `queue.status`.',
      schema: CLIENT_FRAMES.queueCancel,
      handle: async (connection, { now }) => {
        consumeRateLimit(connection)
        const { userId } = connection.caller
        const entry = await findLiveEntry(platform.db, userId)
        if (!entry) throw errors.ticket_not_queued()
        await platform.write((tx) => cancelTicket(tx, { entryId: entry.id, userId, now }))
        connection.send(statusFrame(rooms, { ...entry, status: 'CANCELLED' }, connection.caller, now))
      },
    }),
  ]
}
