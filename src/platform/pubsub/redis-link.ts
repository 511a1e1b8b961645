import { Redis } from 'ioredis'
import { monotonicMs } from '../clock.ts'
import { log } from '../log.ts'

const BEAT_MS = 2_000
/** Without an own message for this long, Redis counts as away although the connections are open. */
const SILENCE_MS = 3 * BEAT_MS
/** A frozen Redis, or one behind a network that drops packets, counts as away. */
const COMMAND_LIMIT_MS = 2_000

interface LinkEvents {
  onMessage(channel: string, text: string): void
  /** Called when Redis goes away or is back. */
  onChange(isUp: boolean): void
  /** Called every two seconds. */
  onBeat(): void
}

/**
 * The two connections to Redis: a subscribed connection cannot publish. The link is up while messages that it sends to
 * itself arrive, so a connection that only seems to be open is noticed.
 */
export class RedisLink {
  isUp = false
  readonly #events: LinkEvents
  readonly #address: string
  readonly #beatChannel: string
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #timer: Timer
  #lastReceivedAt = monotonicMs()
  #awaySince: number | undefined
  #lastError = ''
  #isClosed = false
  #away = Promise.withResolvers<void>()
  #up = Promise.withResolvers<void>()

  constructor(url: string, beatChannel: string, events: LinkEvents) {
    this.#events = events
    this.#address = new URL(url).host
    this.#beatChannel = beatChannel
    this.#away.resolve()
    this.#publisher = new Redis(url, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      commandTimeout: COMMAND_LIMIT_MS,
    })
    this.#subscriber = new Redis(url, {
      lazyConnect: true,
      maxRetriesPerRequest: null,
      autoResubscribe: true,
    })
    for (const connection of [this.#publisher, this.#subscriber]) {
      connection.on('error', (error) => {
        this.#lastError = String(error)
      })
      connection.on('close', () => this.#setUp(false))
      connection.on('ready', () => this.#beat())
    }
    this.#subscriber.on('message', (channel: string, text: string) => {
      this.#lastReceivedAt = monotonicMs()
      if (channel !== beatChannel) events.onMessage(channel, text)
      else if (this.#publisher.status === 'ready') this.#setUp(true)
    })
    this.#timer = setInterval(() => this.#onTimer(), BEAT_MS)
  }

  /** Connects; the link may come up later, and no error is thrown. */
  async open(limitMs: number): Promise<void> {
    for (const connection of [this.#publisher, this.#subscriber]) connection.connect().catch(() => undefined)
    this.subscribe(this.#beatChannel).catch(() => undefined)
    let timer: Timer | undefined
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs)
    })
    await Promise.race([this.#up.promise, limit])
    clearTimeout(timer)
    if (!this.isUp) this.#reportAway()
  }

  /** Rejects if Redis did not confirm the message, which may arrive nevertheless. */
  async send(channel: string, text: string): Promise<void> {
    try {
      await this.#publisher.publish(channel, text)
    } catch (error) {
      this.#setUp(false)
      throw error
    }
  }

  /** Resolves when Redis has confirmed the subscription, or when Redis is away: it then follows when Redis is back. */
  async subscribe(channel: string): Promise<void> {
    const confirmed = this.#subscriber.subscribe(channel).catch(() => undefined)
    await Promise.race([confirmed, this.#away.promise])
  }

  unsubscribe(channel: string): void {
    this.#subscriber.unsubscribe(channel).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    const close = async (connection: Redis) => {
      if (this.isUp)
        await Promise.race([connection.quit().catch(() => undefined), Bun.sleep(COMMAND_LIMIT_MS)])
      connection.disconnect()
    }
    await Promise.all([close(this.#publisher), close(this.#subscriber)])
  }

  #onTimer(): void {
    const silenceMs = monotonicMs() - this.#lastReceivedAt
    if (silenceMs > SILENCE_MS) this.#setUp(false)
    // The other end of a connection may be gone, and nothing tells.
    if (silenceMs > 2 * SILENCE_MS) {
      this.#lastReceivedAt = monotonicMs()
      for (const connection of [this.#publisher, this.#subscriber])
        if (connection.status === 'ready') connection.disconnect(true)
    }
    this.#beat()
    this.#events.onBeat()
  }

  #beat(): void {
    if (!this.#isClosed) this.send(this.#beatChannel, '').catch(() => undefined)
  }

  #setUp(isUp: boolean): void {
    if (this.#isClosed || this.isUp === isUp) return
    this.isUp = isUp
    if (isUp) {
      this.#lastError = ''
      this.#away = Promise.withResolvers()
      this.#up.resolve()
      this.#reportBack()
    } else {
      this.#away.resolve()
      this.#up = Promise.withResolvers()
      this.#reportAway()
    }
    this.#events.onChange(isUp)
  }

  #reportAway(): void {
    this.#awaySince = monotonicMs()
    log.warn(
      { redis: this.#address, error: this.#lastError },
      'pubsub: Redis cannot be reached; messages between processes go by PostgreSQL until it is back',
    )
  }

  #reportBack(): void {
    if (this.#awaySince === undefined) return
    const seconds = Math.round((monotonicMs() - this.#awaySince) / 1_000)
    this.#awaySince = undefined
    log.warn({ redis: this.#address, seconds }, 'pubsub: Redis is back')
  }
}
