import { refusals } from '../../../platform/errors.ts'
import { asRefusal } from '../../../platform/http/answer.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { LiveSubscription } from '../../../platform/live/live.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Connection, OutFrame } from '../../../platform/sockets/connection.ts'
import { errors } from '../errors.ts'
import type { ProcessId } from '../rooms/queries.ts'
import type { RoomId } from '../ticket.ts'
import { type Attachment, Attachments, isNext, presenceOf } from './attachments.ts'
import { type ClientAddress, NO_SOCKET, type RoomCommand } from './client.ts'
import type { LiveRoom } from './live-room.ts'
import { channelOf, EVERYBODY, type RoomMessage } from './room-message.ts'

/** What the gateway asks of the keeper of rooms. */
export interface RoomFinder {
  kept(roomId: RoomId): LiveRoom | undefined
  /** For a room that is being taken up here, or that is kept and does not know this user yet. */
  arriving(roomId: RoomId, userId: UserId): Promise<LiveRoom | undefined> | undefined
  /** Another process keeps it. */
  lose(roomId: RoomId): void
  /** Where the room is; taken up here when nobody keeps it. */
  find(roomId: RoomId, userId: UserId): Promise<LiveRoom | { heldBy: ProcessId } | undefined>
  /** All that was told to a player of a battle that is over. */
  recall(roomId: RoomId, userId: UserId): Promise<readonly OutFrame[] | undefined>
}

/**
 * Between players and rooms. A room in this process is called directly; one that another process keeps is reached by
 * a live message, and so are players who are connected elsewhere. A message may be lost: then a client sees a gap in
 * the numbers, or no answer, and asks again.
 */
export class Gateway {
  readonly #platform: Platform
  readonly #processId: ProcessId
  readonly #rooms: RoomFinder
  readonly #attachments: Attachments
  readonly #keeperOf = new Map<RoomId, ProcessId>()
  #subscriptions: LiveSubscription[] = []
  #isStopped = false

  constructor(platform: Platform, processId: ProcessId, rooms: RoomFinder) {
    this.#platform = platform
    this.#processId = processId
    this.#rooms = rooms
    this.#attachments = new Attachments(processId, this.#closed)
  }

  async start(): Promise<void> {
    const { live } = this.#platform
    this.#subscriptions = await Promise.all([
      live.subscribe(channelOf(this.#processId), (message) => this.#hear(message as RoomMessage)),
      live.subscribe(EVERYBODY, (message) => this.#hear(message as RoomMessage)),
    ])
  }

  /** From here on nobody's leaving is told: another process takes the battles up, and the players go there. */
  quiet(): void {
    this.#isStopped = true
  }

  async stop(): Promise<void> {
    this.quiet()
    await Promise.all(this.#subscriptions.map((subscription) => subscription.end()))
  }

  /** A player's word to a room. Throws refusals, unless it is another process that refuses. */
  command(connection: Connection, roomId: RoomId, command: RoomCommand): Promise<void> | undefined {
    if (this.#isStopped) throw refusals.shutting_down({ retryAfterSeconds: 1 })
    const { userId } = connection.caller
    const before = this.#attachments.get(connection.id)
    const attachment = this.#attachments.attach(connection, roomId)
    if (command.type === 'resume') attachment.lastSeq = command.lastSeq
    if (command.type === 'ready') attachment.isReady = true
    const here = this.#rooms.kept(roomId)
    if (!here?.hasUser(userId)) return this.#commandElsewhere(attachment, before, command)
    here.receive(userId, attachment.client, command)
    // Who looks at what is over while they play takes part in what they play.
    if (here.hasEnded && before !== attachment && before?.hasEnded === false)
      this.#attachments.detach(attachment, before)
    return undefined
  }

  async #commandElsewhere(
    attachment: Attachment,
    before: Attachment | undefined,
    command: RoomCommand,
  ): Promise<void> {
    const { connection, roomId, client } = attachment
    const { userId } = connection.caller
    // Whoever speaks to a room for the first time is looked for in it, wherever it is kept.
    const known = before === attachment ? this.#keeperOf.get(roomId) : undefined
    const found = known ? { heldBy: known } : await this.#rooms.find(roomId, userId)
    if (!found || (!('heldBy' in found) && !found.hasUser(userId))) {
      this.#attachments.detach(attachment, before)
      return this.#recall(connection, roomId, command)
    }
    if (!('heldBy' in found)) return found.receive(userId, client, command)
    this.#keeperOf.set(roomId, found.heldBy)
    this.#publish(channelOf(found.heldBy), { kind: 'command', roomId, userId, client, command })
  }

  /** The room that a socket takes part in. */
  roomOf(connection: Connection): RoomId | undefined {
    const attachment = this.#attachments.get(connection.id)
    return attachment?.hasEnded ? undefined : attachment?.roomId
  }

  /** The room whose end a socket has seen. */
  endedRoomOf(connection: Connection): RoomId | undefined {
    const attachment = this.#attachments.get(connection.id)
    return attachment?.hasEnded ? attachment.roomId : undefined
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
  repeat(): void {
    for (const attachment of this.#attachments.values()) {
      const { connection, roomId, client } = attachment
      const keeper = this.#keeperOf.get(roomId)
      if (!keeper || attachment.hasEnded) continue
      const command = presenceOf(attachment)
      const { userId } = connection.caller
      this.#publish(channelOf(keeper), { kind: 'command', roomId, userId, client, command })
    }
  }

  announceMove(roomId: RoomId, to: ProcessId | null): void {
    this.#publish(EVERYBODY, { kind: 'moved', roomId, to })
  }

  /**
   * A player's word that came another way than by their socket, to whoever keeps the room. Throws refusals, unless it is
   * another process that refuses.
   */
  async commandFor(ownerId: ProcessId, roomId: RoomId, userId: UserId, command: RoomCommand): Promise<void> {
    const client = { processId: this.#processId, connectionId: NO_SOCKET }
    const here = this.#rooms.kept(roomId) && (await this.#rooms.find(roomId, userId))
    if (here && !('heldBy' in here)) here.receive(userId, client, command)
    else this.#publish(channelOf(ownerId), { kind: 'command', roomId, userId, client, command })
  }

  #closed = (connection: Connection): void => {
    const attachment = this.#attachments.get(connection.id)
    this.#attachments.delete(connection.id)
    if (!attachment || this.#isStopped) return
    const { roomId, client } = attachment
    const { userId } = connection.caller
    const here = this.#rooms.kept(roomId)
    const keeper = this.#keeperOf.get(roomId)
    if (here) this.#answering(client, 'left', () => here.receive(userId, client, { type: 'left' }))
    else if (keeper)
      this.#publish(channelOf(keeper), { kind: 'command', roomId, userId, client, command: { type: 'left' } })
    // Only the players of another process's rooms are looked through, and they are few.
    if (keeper && !this.#attachments.values().some((other) => other.roomId === roomId))
      this.#keeperOf.delete(roomId)
  }

  async #recall(connection: Connection, roomId: RoomId, command: RoomCommand): Promise<void> {
    const told = await this.#rooms.recall(roomId, connection.caller.userId)
    if (!told) throw errors.room_not_found()
    if (command.type !== 'resume') throw errors.battle_over()
    connection.sendAll(told.slice(command.lastSeq))
  }

  #hear(message: RoomMessage): void {
    if (message.kind === 'frames') this.#deliver(message.connectionId, message.frames)
    else if (message.kind === 'moved') {
      if (message.to && message.to !== this.#processId) this.#rooms.lose(message.roomId)
      this.follow(message.roomId)
    } else {
      const { roomId, userId, client, command } = message
      const room = this.#rooms.kept(roomId)
      if (room?.hasUser(userId))
        this.#answering(client, command.type, () => room.receive(userId, client, command))
      else this.#hearLater(message)
    }
  }

  /**
   * The room is just being taken up here, or the player has joined it since. If it is not ours any more, nobody
   * answers: whoever sent this will hear of the move, and ask again.
   */
  #hearLater({ roomId, userId, client, command }: Extract<RoomMessage, { kind: 'command' }>): void {
    const arriving = this.#rooms.arriving(roomId, userId)
    arriving
      ?.then((room) => {
        if (room) this.#answering(client, command.type, () => room.receive(userId, client, command))
      })
      .catch((fault) => log.warn({ fault: String(fault), roomId }, 'battles: a word to a room was lost'))
  }

  /** A room has moved: our players in it follow, without having to do anything. */
  follow(roomId: RoomId): void {
    this.#keeperOf.delete(roomId)
    for (const attachment of this.#attachments.values())
      if (attachment.roomId === roomId && !attachment.hasEnded && !this.#isStopped) this.#ask(attachment)
  }

  #ask(attachment: Attachment): void {
    const { connection, roomId } = attachment
    const failed = (fault: unknown) =>
      log.warn({ fault: String(fault), roomId }, 'battles: a player did not follow')
    try {
      this.command(connection, roomId, presenceOf(attachment))?.catch(failed)
    } catch (fault) {
      failed(fault)
    }
  }

  #deliver(connectionId: string, frames: readonly OutFrame[]): void {
    const attachment = this.#attachments.get(connectionId)
    if (!attachment || frames.length === 0) return
    const due = frames.filter((frame) => isNext(attachment, frame))
    if (due.length > 0) attachment.connection.sendAll(due)
    const last = frames.at(-1)!
    if (last.roomId !== attachment.roomId || !last.seq) return
    if (last.seq > attachment.lastSeq) {
      // One is missing, and the rest waits until it is here.
      if (!attachment.isCatchingUp) this.#ask(attachment)
      attachment.isCatchingUp = true
    } else if (last.type === 'battle.end') {
      attachment.hasEnded = true
      this.#keeperOf.delete(attachment.roomId)
    }
  }

  /** For a word that came by message: its refusal goes back as one. */
  #answering(client: ClientAddress, replyTo: string, work: () => void): void {
    try {
      work()
    } catch (fault) {
      const refusal = asRefusal(fault)
      if (!refusal) log.error({ fault }, 'battles: a word to a room failed')
      const { code, message } = refusal ?? refusals.database_unavailable()
      this.send(client, [{ type: 'error', data: { code, message, replyTo: `battle.${replyTo}` } }])
    }
  }

  #publish(channel: string, message: RoomMessage): void {
    try {
      this.#platform.live.publish(channel, message)
    } catch (fault) {
      log.error({ fault: String(fault), channel }, 'battles: a message could not be sent')
    }
  }
}
