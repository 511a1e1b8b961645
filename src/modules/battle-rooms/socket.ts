import { isId } from '../../platform/ids.ts'
import type { Connection } from '../../platform/websockets/connection.ts'
import { type FrameHandler, frame, type IncomingFrame } from '../../platform/websockets/frames.ts'
import { battleFrame, CLIENT_FRAMES } from '../battle-game/public/protocol.ts'
import { findLiveEntry } from '../battle-records/public/entries.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { errors } from './errors.ts'
import type { BattleRooms } from './public/create-battle-rooms.ts'
import { notifyMatched } from './public/notify-matched.ts'
import { requestRematch } from './request-rematch.ts'
import type { RoomCommand } from './room-command.ts'

/** The `battle.*` frames of clients. */
export function battleFrames(battles: BattleRooms): FrameHandler[] {
  const { platform, rules, stakeRules, registry } = battles

  /** The room that a frame names, or else the room of the connection. */
  const roomOf = (connection: Connection, named: string | undefined): RoomId | Promise<RoomId> => {
    if (named === undefined) return registry.router.roomOf(connection) ?? liveRoomOf(connection)
    if (!isId(named)) throw errors.room_not_found()
    return named as RoomId
  }
  const liveRoomOf = async ({ caller }: Connection): Promise<RoomId> => {
    const entry = await findLiveEntry(platform.pipelinedDb, caller.userId)
    if (!entry?.roomId) throw errors.not_in_battle()
    return entry.roomId
  }

  /** Runs synchronously if the room is known and hosted here, which is the case for most answers. */
  const sendCommand = (
    connection: Connection,
    { data, roomId: named, id }: IncomingFrame<{ roomId?: string | undefined }>,
    command: RoomCommand,
  ): ReturnType<FrameHandler['handle']> => {
    const roomId = roomOf(connection, data.roomId ?? named)
    return typeof roomId === 'string'
      ? registry.router.command(connection, roomId, command, id)
      : roomId.then((found) => registry.router.command(connection, found, command, id))
  }

  return [
    frame({
      type: 'battle.ready',
      summary: 'Report that you are ready. The battle starts when both players are ready.',
      schema: CLIENT_FRAMES.inRoom,
      handle: (connection, incoming) => sendCommand(connection, incoming, { type: 'ready' }),
    }),

    frame({
      type: 'battle.answer',
      summary: 'Answer the current question. The first answer counts.',
      schema: CLIENT_FRAMES.answer,
      handle: (connection, incoming) =>
        sendCommand(connection, incoming, {
          type: 'answer',
          questionId: incoming.data.questionId as QuestionId,
          option: incoming.data.selectedOption,
        }),
    }),

    frame({
      type: 'battle.resume',
      summary: 'Resume after a reconnect: all frames after `lastSeq` are sent again, also after the end.',
      schema: CLIENT_FRAMES.resume,
      handle: (connection, incoming) =>
        sendCommand(connection, incoming, { type: 'resume', lastSeq: incoming.data.lastSeq }),
    }),

    frame({
      type: 'battle.forfeit',
      summary: 'Forfeit the battle. A battle that has not started is cancelled and the stakes are refunded.',
      schema: CLIENT_FRAMES.inRoom,
      handle: (connection, incoming) => sendCommand(connection, incoming, { type: 'forfeit' }),
    }),

    frame({
      type: 'battle.rematch',
      summary:
        'Request a rematch with the same opponent and stake. When both request it, `queue.matched` follows.',
      schema: CLIENT_FRAMES.inRoom,
      handle: async (connection, { data, roomId, now }) => {
        const { userId, sessionId } = connection.caller
        // A frame that writes counts towards the request limit of the user.
        platform.rateLimits.takeGeneral(userId, {})
        const ended = data.roomId ?? roomId ?? registry.router.endedRoomOf(connection)
        const room = await roomOf(connection, ended)
        const rematch = await platform.write((tx) =>
          requestRematch(tx, { roomId: room, userId, sessionId, rules, stakeRules, now }),
        )
        if (rematch.kind === 'offered') {
          const offer = battleFrame('battle.rematchOffered', { until: rematch.until.toISOString() })
          platform.connections.sendToUser(rematch.opponentId, { ...offer, roomId: room })
        } else await notifyMatched(battles, rematch.roomId, [userId, rematch.opponentId])
      },
    }),
  ]
}
