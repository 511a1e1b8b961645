import { commonErrors } from '../../platform/errors.ts'
import { toRefusal } from '../../platform/http/response.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChannelSubscription } from '../../platform/pubsub/pubsub.ts'
import type { Connection, OutFrame } from '../../platform/websockets/connection.ts'
import { errors } from '../battle-game/errors.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { LiveRoom } from './live-room.ts'
import {
  acceptsFrame,
  type PlayerConnection,
  PlayerConnections,
  presenceCommand,
} from './player-connections.ts'
import { type ClientAddress, NO_SOCKET, type RoomCommand } from './room-command.ts'
import { ALL_PROCESSES, channelOf, type RoomMessage } from './room-message.ts'

/** What the command router needs from the room registry. */
export interface RoomLocator {
  local(roomId: RoomId): LiveRoom | undefined
  /** For a room that is being taken up here, or that is kept and does not know this user yet. */
  whenClaimed(roomId: RoomId, userId: UserId): Promise<LiveRoom | undefined> | undefined
  /** Another process keeps it. */
  drop(roomId: RoomId): void
  /** Where the room is; taken up here when nobody keeps it. */
  locate(roomId: RoomId, userId: UserId): Promise<LiveRoom | { hostedBy: ProcessId } | undefined>
  /** All that was told to a player of a battle that is over. */
  listEndedFrames(roomId: RoomId, userId: UserId): Promise<readonly OutFrame[] | undefined>
}

/**
 * Routes player commands to rooms and frames to players. Local rooms are called directly; remote ones through a live
 * message. Messages can be lost: the client then sees a gap in `seq`, or no reply, and resumes.
 */
export class CommandRouter {
  readonly #platform: Platform
  readonly #processId: ProcessId
  readonly #rooms: RoomLocator
  readonly #connections: PlayerConnections
  readonly #hostOf = new Map<RoomId, ProcessId>()
  #subscriptions: ChannelSubscription[] = []
  #isStopped = false

  constructor(platform: Platform, processId: ProcessId, rooms: RoomLocator) {
    this.#platform = platform
    this.#processId = processId
    this.#rooms = rooms
    this.#connections = new PlayerConnections(processId, this.#onClosed)
  }

  async start(): Promise<void> {
    const { pubsub: live } = this.#platform
    this.#subscriptions = await Promise.all([
      live.subscribe(channelOf(this.#processId), (message) => this.#onMessage(message as RoomMessage)),
      live.subscribe(ALL_PROCESSES, (message) => this.#onMessage(message as RoomMessage)),
    ])
  }

  /**
   * Stops accepting commands. Disconnects are no longer reported, because another process claims the rooms and clients
   * reconnect there.
   */
  stopAccepting(): void {
    this.#isStopped = true
  }

  async stop(): Promise<void> {
    this.stopAccepting()
    await Promise.all(this.#subscriptions.map((subscription) => subscription.end()))
  }

  /** A player's word to a room. Throws refusals, unless it is another process that refuses. */
  command(connection: Connection, roomId: RoomId, command: RoomCommand): Promise<void> | undefined {
    if (this.#isStopped) throw commonErrors.shutting_down({ retryAfterSeconds: 1 })
    const { userId } = connection.caller
    const before = this.#connections.get(connection.id)
    const playerConnection = this.#connections.attach(connection, roomId)
    if (command.type === 'resume') playerConnection.lastSeq = command.lastSeq
    if (command.type === 'ready') playerConnection.isReady = true
    const localRoom = this.#rooms.local(roomId)
    if (!localRoom?.hasUser(userId)) return this.#routeCommand(playerConnection, before, command)
    localRoom.receive(userId, playerConnection.client, command)
    // Who looks at what is over while they play takes part in what they play.
    if (localRoom.hasEnded && before !== playerConnection && before?.hasEnded === false)
      this.#connections.detach(playerConnection, before)
    return undefined
  }

  async #routeCommand(
    playerConnection: PlayerConnection,
    before: PlayerConnection | undefined,
    command: RoomCommand,
  ): Promise<void> {
    const { connection, roomId, client } = playerConnection
    const { userId } = connection.caller
    // Whoever speaks to a room for the first time is looked for in it, wherever it is kept.
    const known = before === playerConnection ? this.#hostOf.get(roomId) : undefined
    const found = known ? { hostedBy: known } : await this.#rooms.locate(roomId, userId)
    if (!found || (!('hostedBy' in found) && !found.hasUser(userId))) {
      this.#connections.detach(playerConnection, before)
      return this.#sendEndedFrames(connection, roomId, command)
    }
    if (!('hostedBy' in found)) return found.receive(userId, client, command)
    this.#hostOf.set(roomId, found.hostedBy)
    this.#publish(channelOf(found.hostedBy), { kind: 'command', roomId, userId, client, command })
  }

  /** The room that a socket takes part in. */
  roomOf(connection: Connection): RoomId | undefined {
    const playerConnection = this.#connections.get(connection.id)
    return playerConnection?.hasEnded ? undefined : playerConnection?.roomId
  }

  /** The room whose end a socket has seen. */
  endedRoomOf(connection: Connection): RoomId | undefined {
    const playerConnection = this.#connections.get(connection.id)
    return playerConnection?.hasEnded ? playerConnection.roomId : undefined
  }

  /** To a client, here or elsewhere. */
  send({ processId, connectionId }: ClientAddress, frames: readonly OutFrame[]): void {
    if (processId === this.#processId) this.#deliver(connectionId, frames)
    // One message a frame: together they might be more than a message carries.
    else
      for (const frame of frames)
        this.#publish(channelOf(processId), { kind: 'frames', connectionId, frames: [frame] })
  }

  /** Says again to keepers elsewhere that our players are there, and what they have seen: messages may be lost. */
  resendPresence(): void {
    for (const playerConnection of this.#connections.values()) {
      const { connection, roomId, client } = playerConnection
      const host = this.#hostOf.get(roomId)
      if (!host || playerConnection.hasEnded) continue
      const command = presenceCommand(playerConnection)
      const { userId } = connection.caller
      this.#publish(channelOf(host), { kind: 'command', roomId, userId, client, command })
    }
  }

  publishRoomMoved(roomId: RoomId, to: ProcessId | null): void {
    this.#publish(ALL_PROCESSES, { kind: 'moved', roomId, to })
  }

  /**
   * A player's word that came another way than by their socket, to whoever keeps the room. Throws refusals, unless it is
   * another process that refuses.
   */
  async commandFor(
    hostProcessId: ProcessId,
    roomId: RoomId,
    userId: UserId,
    command: RoomCommand,
  ): Promise<void> {
    const client = { processId: this.#processId, connectionId: NO_SOCKET }
    const localRoom = this.#rooms.local(roomId) && (await this.#rooms.locate(roomId, userId))
    if (localRoom && !('hostedBy' in localRoom)) localRoom.receive(userId, client, command)
    else this.#publish(channelOf(hostProcessId), { kind: 'command', roomId, userId, client, command })
  }

  #onClosed = (connection: Connection): void => {
    const playerConnection = this.#connections.get(connection.id)
    this.#connections.delete(connection.id)
    if (!playerConnection || this.#isStopped) return
    const { roomId, client } = playerConnection
    const { userId } = connection.caller
    const localRoom = this.#rooms.local(roomId)
    const host = this.#hostOf.get(roomId)
    if (localRoom)
      this.#replyWithRefusal(client, 'left', () => localRoom.receive(userId, client, { type: 'left' }))
    else if (host)
      this.#publish(channelOf(host), { kind: 'command', roomId, userId, client, command: { type: 'left' } })
    // Only the players of another process's rooms are looked through, and they are few.
    if (host && !this.#connections.values().some((other) => other.roomId === roomId))
      this.#hostOf.delete(roomId)
  }

  async #sendEndedFrames(connection: Connection, roomId: RoomId, command: RoomCommand): Promise<void> {
    const frames = await this.#rooms.listEndedFrames(roomId, connection.caller.userId)
    if (!frames) throw errors.room_not_found()
    if (command.type !== 'resume') throw errors.battle_over()
    connection.sendAll(frames.slice(command.lastSeq))
  }

  #onMessage(message: RoomMessage): void {
    if (message.kind === 'frames') this.#deliver(message.connectionId, message.frames)
    else if (message.kind === 'moved') {
      if (message.to && message.to !== this.#processId) this.#rooms.drop(message.roomId)
      this.resumePlayers(message.roomId)
    } else {
      const { roomId, userId, client, command } = message
      const room = this.#rooms.local(roomId)
      if (room?.hasUser(userId))
        this.#replyWithRefusal(client, command.type, () => room.receive(userId, client, command))
      else this.#handleWhenClaimed(message)
    }
  }

  /**
   * The room is being claimed by this process, or the player joined after it was loaded. If the claim fails, no reply
   * is sent: the sender receives `moved` and retries.
   */
  #handleWhenClaimed({ roomId, userId, client, command }: Extract<RoomMessage, { kind: 'command' }>): void {
    const claimed = this.#rooms.whenClaimed(roomId, userId)
    claimed
      ?.then((room) => {
        if (room) this.#replyWithRefusal(client, command.type, () => room.receive(userId, client, command))
      })
      .catch((fault) =>
        log.warn({ fault: String(fault), roomId }, 'battle-rooms: command dropped, room not claimed'),
      )
  }

  /** A room has moved: our players in it follow, without having to do anything. */
  resumePlayers(roomId: RoomId): void {
    this.#hostOf.delete(roomId)
    for (const playerConnection of this.#connections.values())
      if (playerConnection.roomId === roomId && !playerConnection.hasEnded && !this.#isStopped)
        this.#requestResume(playerConnection)
  }

  #requestResume(playerConnection: PlayerConnection): void {
    const { connection, roomId } = playerConnection
    const failed = (fault: unknown) =>
      log.warn({ fault: String(fault), roomId }, 'battle-rooms: resume after a room moved failed')
    try {
      this.command(connection, roomId, presenceCommand(playerConnection))?.catch(failed)
    } catch (fault) {
      failed(fault)
    }
  }

  #deliver(connectionId: string, frames: readonly OutFrame[]): void {
    const playerConnection = this.#connections.get(connectionId)
    if (!playerConnection || frames.length === 0) return
    const due = frames.filter((frame) => acceptsFrame(playerConnection, frame))
    if (due.length > 0) playerConnection.connection.sendAll(due)
    const last = frames.at(-1)!
    if (last.roomId !== playerConnection.roomId || !last.seq) return
    if (last.seq > playerConnection.lastSeq) {
      // One is missing, and the rest waits until it is here.
      if (!playerConnection.isCatchingUp) this.#requestResume(playerConnection)
      playerConnection.isCatchingUp = true
    } else if (last.type === 'battle.end') {
      playerConnection.hasEnded = true
      this.#hostOf.delete(playerConnection.roomId)
    }
  }

  /** For a word that came by message: its refusal goes back as one. */
  #replyWithRefusal(client: ClientAddress, replyTo: string, work: () => void): void {
    try {
      work()
    } catch (fault) {
      const refusal = toRefusal(fault)
      if (!refusal) log.error({ fault }, 'battle-rooms: command failed')
      const { code, message } = refusal ?? commonErrors.database_unavailable()
      this.send(client, [{ type: 'error', data: { code, message, replyTo: `battle.${replyTo}` } }])
    }
  }

  #publish(channel: string, message: RoomMessage): void {
    try {
      this.#platform.pubsub.publish(channel, message)
    } catch (fault) {
      log.error({ fault: String(fault), channel }, 'battle-rooms: publishing a message failed')
    }
  }
}
