import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { ChannelSubscription, PubSub } from '../../platform/pubsub/pubsub.ts'
import type { Connection, OutFrame } from '../../platform/websockets/connection.ts'
import { REPLIES_LATER } from '../../platform/websockets/frames.ts'
import { errorFrame } from '../../platform/websockets/reply-frames.ts'
import { errors as gameErrors } from '../battle-game/errors.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { errors } from './errors.ts'
import type { LiveRoom } from './live-room.ts'
import { type PlayerConnection, PlayerConnections, presenceCommand } from './player-connections.ts'
import { frameTypeOf, NO_SOCKET, type RoomCommand } from './room-command.ts'
import { ALL_PROCESSES, channelOf, publishRoomMessage, type RoomMessage } from './room-message.ts'

type CommandMessage = Extract<RoomMessage, { kind: 'command' }>
/** Whether the room acknowledges the command; otherwise it is done. */
type Routed = typeof REPLIES_LATER | undefined

/** What the command router needs from the room registry. */
export interface RoomLocator {
  local(roomId: RoomId): LiveRoom | undefined
  /** A room that this process is claiming, or a local room whose new player is being loaded. */
  whenClaimed(roomId: RoomId, userId: UserId): Promise<LiveRoom | undefined> | undefined
  /** Another process hosts the room now. */
  drop(roomId: RoomId): void
  /** The room or its host; claims the room if it has no live host. */
  locate(roomId: RoomId, userId: UserId): Promise<LiveRoom | { hostedBy: ProcessId } | undefined>
  /** All frames of a player in a battle that is over. */
  listEndedFrames(roomId: RoomId, userId: UserId): Promise<readonly OutFrame[] | undefined>
}

/**
 * Routes player commands to rooms and frames to players. Local rooms are called directly; remote ones through a live
 * message. Messages can be lost: the client then sees a gap in `seq`, or no reply, and resumes.
 */
export class CommandRouter {
  readonly connections: PlayerConnections
  readonly #pubsub: PubSub
  readonly #processId: ProcessId
  readonly #rooms: RoomLocator
  readonly #hostOf = new Map<RoomId, ProcessId>()
  #subscriptions: ChannelSubscription[] = []
  #isStopped = false

  constructor(pubsub: PubSub, processId: ProcessId, rooms: RoomLocator) {
    this.#pubsub = pubsub
    this.#processId = processId
    this.#rooms = rooms
    this.connections = new PlayerConnections(pubsub, processId, {
      onClosed: (player) => this.#onClosed(player),
      onFrameMissing: (player) => this.#requestResume(player),
      onEnded: ({ roomId }) => this.#hostOf.delete(roomId),
    })
  }

  async start(): Promise<void> {
    const onMessage = (message: unknown) => this.#onMessage(message as RoomMessage)
    this.#subscriptions = await Promise.all(
      [channelOf(this.#processId), ALL_PROCESSES].map((channel) =>
        this.#pubsub.subscribe(channel, onMessage),
      ),
    )
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

  /**
   * Runs a command of a connection. Throws refusals of local rooms; a remote host sends its refusal as a frame. The room
   * acknowledges a command with an id.
   */
  command(
    connection: Connection,
    roomId: RoomId,
    command: RoomCommand,
    id?: string,
  ): Routed | Promise<Routed> {
    if (this.#isStopped) throw commonErrors.shutting_down({ retryAfterSeconds: 1 })
    const { userId } = connection.caller
    const before = this.connections.get(connection.id)
    const player = this.connections.attach(connection, roomId)
    if (command.type === 'resume') player.lastSeq = command.lastSeq
    if (command.type === 'ready') player.isReady = true
    const localRoom = this.#rooms.local(roomId)
    if (!localRoom?.hasUser(userId)) return this.#routeCommand(player, before, command, id)
    localRoom.receive(userId, player.client, command, id)
    // A player who reads an ended battle during another one stays in the one in progress.
    if (localRoom.hasEnded && before !== player && before?.hasEnded === false)
      this.connections.detach(player, before)
    return REPLIES_LATER
  }

  async #routeCommand(
    player: PlayerConnection,
    before: PlayerConnection | undefined,
    command: RoomCommand,
    id: string | undefined,
  ): Promise<Routed> {
    const { connection, roomId, client } = player
    const { userId } = connection.caller
    // The first command of a connection to a room always looks up whether the user is one of its players.
    const knownHost = before === player ? this.#hostOf.get(roomId) : undefined
    const found = knownHost ? { hostedBy: knownHost } : await this.#rooms.locate(roomId, userId)
    if (!found || (!('hostedBy' in found) && !found.hasUser(userId))) {
      this.connections.detach(player, before)
      await this.#sendEndedFrames(connection, roomId, command)
      return undefined
    }
    if ('hostedBy' in found) {
      this.#hostOf.set(roomId, found.hostedBy)
      const request = id === undefined ? {} : { id }
      this.#publish(channelOf(found.hostedBy), {
        kind: 'command',
        roomId,
        userId,
        client,
        command,
        ...request,
      })
    } else found.receive(userId, client, command, id)
    return REPLIES_LATER
  }

  /** The room in which a connection takes part. */
  roomOf(connection: Connection): RoomId | undefined {
    const player = this.connections.get(connection.id)
    return player?.hasEnded ? undefined : player?.roomId
  }

  /** The last room of a connection, if its battle is over. */
  endedRoomOf(connection: Connection): RoomId | undefined {
    const player = this.connections.get(connection.id)
    return player?.hasEnded ? player.roomId : undefined
  }

  /** Reports the players of remote rooms to their hosts again, with the last `seq`, because messages can be lost. */
  resendPresence(): void {
    for (const player of this.connections.values()) {
      const { connection, roomId, client } = player
      const host = this.#hostOf.get(roomId)
      if (!host || player.hasEnded) continue
      const { userId } = connection.caller
      const command = presenceCommand(player)
      this.#publish(channelOf(host), { kind: 'command', roomId, userId, client, command })
    }
  }

  publishRoomMoved(roomId: RoomId, to: ProcessId | null): void {
    this.#publish(ALL_PROCESSES, { kind: 'moved', roomId, to })
  }

  /** Runs a command that came over HTTP. Throws refusals of a local room; a refusal of a remote host is lost. */
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

  #onClosed({ connection, roomId, client }: PlayerConnection): void {
    if (this.#isStopped) return
    const { userId } = connection.caller
    const command = { type: 'left' } as const
    const localRoom = this.#rooms.local(roomId)
    const host = this.#hostOf.get(roomId)
    if (localRoom)
      this.#replyWithRefusal({ client, command }, () => localRoom.receive(userId, client, command))
    else if (host) this.#publish(channelOf(host), { kind: 'command', roomId, userId, client, command })
    if (host && !this.connections.values().some((other) => other.roomId === roomId))
      this.#hostOf.delete(roomId)
  }

  async #sendEndedFrames(connection: Connection, roomId: RoomId, command: RoomCommand): Promise<void> {
    const frames = await this.#rooms.listEndedFrames(roomId, connection.caller.userId)
    if (!frames) throw errors.room_not_found()
    if (command.type !== 'resume') throw gameErrors.battle_over()
    connection.sendAll(frames.slice(command.lastSeq))
  }

  #onMessage(message: RoomMessage): void {
    if (message.kind === 'frames') this.connections.deliver(message.connectionId, message.frames)
    else if (message.kind === 'moved') {
      if (message.to && message.to !== this.#processId) this.#rooms.drop(message.roomId)
      this.resumePlayers(message.roomId)
    } else {
      const { roomId, userId } = message
      const room = this.#rooms.local(roomId)
      if (room?.hasUser(userId)) this.#receive(room, message)
      else this.#handleWhenClaimed(message)
    }
  }

  /**
   * The room is being claimed by this process, or the player joined after it was loaded. If the claim fails, no reply
   * is sent: the sender receives `moved` and retries.
   */
  #handleWhenClaimed(message: CommandMessage): void {
    const { roomId, userId } = message
    const claimed = this.#rooms.whenClaimed(roomId, userId)
    claimed
      ?.then((room) => {
        if (room) this.#receive(room, message)
      })
      .catch((error) =>
        log.warn({ error: String(error), roomId }, 'battle-rooms: command dropped, room not claimed'),
      )
  }

  #receive(room: LiveRoom, message: CommandMessage): void {
    const { userId, client, command, id } = message
    this.#replyWithRefusal(message, () => room.receive(userId, client, command, id))
  }

  /** The room has moved: resumes for all players of this process, without an action of the clients. */
  resumePlayers(roomId: RoomId): void {
    this.#hostOf.delete(roomId)
    for (const player of this.connections.values())
      if (player.roomId === roomId && !player.hasEnded && !this.#isStopped) this.#requestResume(player)
  }

  #requestResume(player: PlayerConnection): void {
    const { connection, roomId } = player
    const onFailed = (error: unknown) =>
      log.warn({ error: String(error), roomId }, 'battle-rooms: resume after a room moved failed')
    try {
      const routed = this.command(connection, roomId, presenceCommand(player))
      if (routed instanceof Promise) routed.catch(onFailed)
    } catch (error) {
      onFailed(error)
    }
  }

  /** Sends a refusal as an error frame: the command came from another process or from a closed connection. */
  #replyWithRefusal(
    { client, command, id }: Pick<CommandMessage, 'client' | 'command' | 'id'>,
    work: () => void,
  ): void {
    try {
      work()
    } catch (error) {
      const replyTo = frameTypeOf(command)
      this.connections.send(client, [errorFrame(error, { replyTo, id, requestId: client.connectionId })])
    }
  }

  #publish(channel: string, message: RoomMessage): void {
    publishRoomMessage(this.#pubsub, channel, message)
  }
}
