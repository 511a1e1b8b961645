import { now } from '../clock.ts'
import type { SessionId, UserId } from '../ids.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import type { ChannelSubscription, PubSub } from '../pubsub/pubsub.ts'
import { closeReasons } from './close-reasons.ts'
import { type Connection, encodeFrame, type OutFrame } from './connection.ts'

/** In each process. */
export const MAX_CONNECTIONS_PER_USER = 10

interface UserMessage {
  from: string
  frame: OutFrame
}

/** The connections of this process, and sending to users on any process. */
export class ConnectionRegistry {
  readonly #pubsub: PubSub
  readonly #process = newId()
  readonly #byUser = new Map<UserId, Connection[]>()
  readonly #bySession = new Map<SessionId, Connection[]>()
  /** The subscription to a user's channel exists while the user has a connection here. */
  readonly #channels = new Map<UserId, Promise<ChannelSubscription>>()

  constructor(pubsub: PubSub) {
    this.#pubsub = pubsub
  }

  get count(): number {
    let sum = 0
    for (const connections of this.#byUser.values()) sum += connections.length
    return sum
  }

  /**
   * Sends to every connection of the user on all processes. Best effort: important data is in the database.
   */
  sendToUser(userId: UserId, frame: OutFrame): void {
    this.#deliver(userId, frame)
    this.#pubsub.publish(channelOf(userId), { from: this.#process, frame } satisfies UserMessage)
  }

  /** The user's connections in this process, the oldest first. */
  connectionsOf(userId: UserId): readonly Connection[] {
    return this.#byUser.get(userId) ?? []
  }

  /** Adds a connection. Above the limit of a user in this process, the user's oldest ones are closed. */
  add(connection: Connection): void {
    const { userId, sessionId } = connection.caller
    const existing = this.#byUser.get(userId) ?? []
    this.#byUser.set(userId, [...existing, connection])
    const surplus = existing.length + 1 - MAX_CONNECTIONS_PER_USER
    for (const oldest of existing.slice(0, Math.max(0, surplus))) oldest.close(closeReasons.too_many_sockets)
    if (!this.#channels.has(userId)) this.#channels.set(userId, this.#subscribe(userId))
    this.#bySession.set(sessionId, [...(this.#bySession.get(sessionId) ?? []), connection])
    connection.onClose(this.#remove)
  }

  closeSession(sessionId: SessionId): void {
    for (const connection of this.#bySession.get(sessionId) ?? [])
      connection.close(closeReasons.session_ended)
  }

  closeAll(): void {
    for (const connections of [...this.#byUser.values()])
      for (const connection of connections) connection.close(closeReasons.going_away)
  }

  #remove = (connection: Connection): void => {
    const { userId, sessionId } = connection.caller
    if (removeConnection(this.#bySession, sessionId, connection)) this.#bySession.delete(sessionId)
    if (!removeConnection(this.#byUser, userId, connection)) return
    this.#byUser.delete(userId)
    this.#channels
      .get(userId)
      ?.then((subscription) => subscription.end())
      .catch(() => undefined)
    this.#channels.delete(userId)
  }

  #subscribe(userId: UserId): Promise<ChannelSubscription> {
    const subscription = this.#pubsub.subscribe(channelOf(userId), (message) => {
      const { from, frame } = message as UserMessage
      if (from !== this.#process) this.#deliver(userId, frame)
    })
    subscription.catch((error) =>
      log.warn({ error: String(error) }, 'websocket: subscribing to a user channel failed'),
    )
    return subscription
  }

  #deliver(userId: UserId, frame: OutFrame): void {
    const connections = this.#byUser.get(userId)
    if (!connections) return
    const text = encodeFrame(frame, now())
    for (const connection of connections) connection.sendText(text, frame.onceKey)
  }
}

/** Removes a connection from its list, and returns whether the list is empty. */
function removeConnection<Key>(lists: Map<Key, Connection[]>, key: Key, connection: Connection): boolean {
  const rest = (lists.get(key) ?? []).filter((other) => other !== connection)
  lists.set(key, rest)
  return rest.length === 0
}

function channelOf(userId: UserId): string {
  return `user:${userId}`
}
