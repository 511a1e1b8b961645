import { commonErrors } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { Connection } from '../../platform/websockets/connection.ts'
import { type FrameHandler, frame } from '../../platform/websockets/frames.ts'
import { errors } from '../battle-game/errors.ts'
import { battleFrame, CLIENT_FRAMES, joinSchema } from '../battle-game/public/protocol.ts'
import { describeRoom, matchedFrame, notifyMatched } from '../battle-records/public/describe-room.ts'
import { type EntryRow, findEntry, findLiveEntry } from '../battle-records/public/entries.ts'
import { type RoomId, readTicket, ticketOf } from '../battle-records/public/ticket.ts'
import { requestRematch } from '../battle-rooms/request-rematch.ts'
import type { RoomCommand } from '../battle-rooms/room-command.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { cancelTicket } from './cancel-ticket.ts'
import type { BattleServices } from './start-matchmaking.ts'

/** Who a ticket stands for, as long as it is good for anything. Whether the session has ended is asked by the caller. */
export async function authenticateTicket({ platform }: BattleServices, ticket: string): Promise<Caller> {
  const read = readTicket(ticket)
  const entry = read && (await findEntry(platform.pipelinedDb, read.entryId))
  if (!read || !entry?.isLive)
    throw commonErrors.unauthenticated({ message: 'This ticket is not good any more.' })
  return { userId: entry.userId, sessionId: read.sessionId, role: 'USER' }
}

/** Whoever connects while they wait or play is told where they stand. */
export async function sendStatusOnConnect(
  battles: BattleServices,
  connection: Connection,
  now: Date,
): Promise<void> {
  try {
    const entry = await battles.findLiveEntryBatched(connection.caller.userId)
    if (entry) await sendStatus(battles, connection, entry, now)
  } catch (fault) {
    log.warn({ fault: String(fault) }, 'matchmaking: status not sent on connect')
  }
}

async function sendStatus(
  battles: BattleServices,
  connection: Connection,
  entry: EntryRow,
  now: Date,
): Promise<void> {
  if (!entry.roomId) return connection.send(statusFrame(battles, entry, connection.caller, now))
  const described = await describeRoom(
    battles,
    battles.platform.pipelinedDb,
    entry.roomId,
    connection.caller.userId,
  )
  const matched = described && matchedFrame(described, battles.rules.questionCount)
  if (matched) connection.send(matched)
}

function statusFrame(
  { rules }: BattleServices,
  { id, status, stake, joinedAt }: EntryRow,
  { sessionId }: Caller,
  now: Date,
) {
  return battleFrame('queue.status', {
    status,
    queueTicket: ticketOf({ entryId: id, sessionId }),
    waitedSeconds: Math.max(0, Math.floor((now.getTime() - joinedAt.getTime()) / 1000)),
    matchmakingTimeoutSeconds: Math.ceil(rules.queueTimeoutMs / 1000),
    stakeAmount: Number(stake),
  })
}

/** What clients may say about battles. */
export function battleFrames(battles: BattleServices): FrameHandler[] {
  const { platform, rules, registry } = battles

  /** What writes is counted with the requests of the same user, for it costs the same. */
  const consumeRateLimit = ({ caller }: Connection) => platform.rateLimits.takeGeneral(caller.userId, {})

  /** The room that a frame is about: named, or else the one that the player is in. */
  const roomOf = (connection: Connection, named: string | undefined): RoomId | Promise<RoomId> => {
    if (named !== undefined) {
      if (!isId(named)) throw errors.room_not_found()
      return named as RoomId
    }
    return registry.router.roomOf(connection) ?? liveRoomOf(connection)
  }
  const liveRoomOf = async ({ caller }: Connection): Promise<RoomId> => {
    const entry = await findLiveEntry(platform.pipelinedDb, caller.userId)
    if (!entry?.roomId) throw errors.not_in_battle()
    return entry.roomId
  }

  /** At once where the room is known and kept here, which is the way of nearly every answer. */
  const sendCommand = (
    connection: Connection,
    named: string | undefined,
    command: RoomCommand,
  ): Promise<void> | undefined => {
    const roomId = roomOf(connection, named)
    return typeof roomId === 'string'
      ? registry.router.command(connection, roomId, command)
      : roomId.then((found) => registry.router.command(connection, found, command))
  }

  return [
    frame({
      type: 'queue.join',
      summary: 'Look for an opponent. Answered with `queue.status`, or `queue.matched` when you have one.',
      schema: joinSchema(battles.stakeCap),
      handle: async (connection, { data, now }) => {
        consumeRateLimit(connection)
        const topicId = await battles.topicCache.requireTopic(platform.db, data.topicId)
        const { userId, sessionId } = connection.caller
        const stake = BigInt(data.stakeAmount ?? 0)
        const entry = await battles.joinBatcher.join({ userId, sessionId, topicId, stake, now })
        await sendStatus(battles, connection, entry, now)
        battles.matchmaker.wake()
      },
    }),

    frame({
      type: 'queue.cancel',
      summary: 'Stop looking; a stake comes back. Answered with `queue.status`.',
      schema: CLIENT_FRAMES.queueCancel,
      handle: async (connection, { now }) => {
        consumeRateLimit(connection)
        const { userId } = connection.caller
        const entry = await findLiveEntry(platform.db, userId)
        if (!entry) throw errors.ticket_not_queued()
        await platform.write((tx) => cancelTicket(tx, { entryId: entry.id, userId, now }))
        connection.send(statusFrame(battles, { ...entry, status: 'CANCELLED' }, connection.caller, now))
      },
    }),

    frame({
      type: 'battle.ready',
      summary: 'You are there. The battle begins when both are.',
      schema: CLIENT_FRAMES.inRoom,
      handle: (connection, { data, roomId }) =>
        sendCommand(connection, data.roomId ?? roomId, { type: 'ready' }),
    }),

    frame({
      type: 'battle.answer',
      summary: 'Answer the question that is asked. The first answer counts.',
      schema: CLIENT_FRAMES.answer,
      handle: (connection, { data, roomId }) =>
        sendCommand(connection, data.roomId ?? roomId, {
          type: 'answer',
          questionId: data.questionId as QuestionId,
          option: data.selectedOption,
        }),
    }),

    frame({
      type: 'battle.resume',
      summary: 'You are back: everything after `lastSeq` is sent again. Good after the end, too.',
      schema: CLIENT_FRAMES.resume,
      handle: (connection, { data, roomId }) =>
        sendCommand(connection, data.roomId ?? roomId, {
          type: 'resume',
          lastSeq: data.lastSeq,
        }),
    }),

    frame({
      type: 'battle.forfeit',
      summary: 'Give up. Before the battle has begun it is called off, with the stakes back.',
      schema: CLIENT_FRAMES.inRoom,
      handle: (connection, { data, roomId }) =>
        sendCommand(connection, data.roomId ?? roomId, { type: 'forfeit' }),
    }),

    frame({
      type: 'battle.rematch',
      summary: 'Play the same opponent again, for the same stake. When both say so, `queue.matched` comes.',
      schema: CLIENT_FRAMES.inRoom,
      handle: async (connection, { data, roomId, now }) => {
        consumeRateLimit(connection)
        const { userId, sessionId } = connection.caller
        const room = await roomOf(
          connection,
          data.roomId ?? roomId ?? registry.router.endedRoomOf(connection),
        )
        const rematch = await platform.write((tx) =>
          requestRematch(tx, { roomId: room, userId, sessionId, rules, now }),
        )
        if (rematch.kind === 'offered') {
          const offer = battleFrame('battle.rematchOffered', { until: rematch.until.toISOString() })
          platform.connections.sendToUser(rematch.opponentId, { ...offer, roomId: room })
        } else await notifyMatched(battles, rematch.roomId, [userId, rematch.opponentId])
      },
    }),
  ]
}
