import { createConnection, createServer, type Socket } from 'node:net'

/** The decision about a statement: forward it, drop it, or run it and drop its reply. */
export type Verdict = 'passes' | 'never arrives' | 'is never answered'

export interface PostgresProxy {
  /** The same database through the proxy. */
  url: string
  close(): void
}

interface ProxyOptions {
  /** Called for each statement with its parameters before it runs. `session` is its connection. */
  decide: (session: object, statement: string) => Verdict
  /** A statement was dropped, or its reply was dropped: its connection forwards nothing any more. */
  onSilence: () => void
}

const SSL_REQUEST = 80_877_103
const HEADER_BYTES = 5

/** A proxy to PostgreSQL that parses the protocol, so that tests know when each statement runs. */
export async function createPostgresProxy(serverUrl: string, options: ProxyOptions): Promise<PostgresProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = createConnection(Number(target.port), target.hostname)
    const session = new Session(options)
    pass(near, far, (bytes) => session.fromClient(bytes))
    pass(far, near, (bytes) => session.fromServer(bytes))
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.toString(),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function pass(from: Socket, to: Socket, read: (bytes: Buffer) => Buffer): void {
  from.on('data', (bytes) => {
    const passed = read(Buffer.from(bytes))
    if (passed.length > 0) to.write(passed)
  })
}

/** One connection. Forwards only complete messages. */
class Session {
  readonly #options: ProxyOptions
  readonly #prepared = new Map<string, string>()
  #toServer = Buffer.alloc(0)
  #toClient = Buffer.alloc(0)
  #isStarted = false
  #asksForTls = false
  #isSilent = false
  /** Rounds of statements that the client has sent, and that the server has answered. */
  #requestCount = 0
  #responseCount = 0
  #silentAfterRound: number | undefined

  constructor(options: ProxyOptions) {
    this.#options = options
  }

  fromClient(bytes: Buffer): Buffer {
    this.#toServer = Buffer.concat([this.#toServer, bytes])
    const start = this.#toServer
    let end = 0
    while (!this.#isSilent) {
      const length = this.#isStarted ? typedLength(start, end) : plainLength(start, end)
      if (length === undefined) break
      const message = start.subarray(end, end + length)
      if (this.#isStarted) this.#read(message)
      else this.#readStart(message)
      if (this.#isSilent) break
      end += length
    }
    this.#toServer = start.subarray(end)
    return start.subarray(0, end)
  }

  fromServer(bytes: Buffer): Buffer {
    if (this.#isSilent) return Buffer.alloc(0)
    if (this.#asksForTls) {
      this.#asksForTls = false
      return bytes
    }
    this.#toClient = Buffer.concat([this.#toClient, bytes])
    const all = this.#toClient
    let end = 0
    for (;;) {
      const length = typedLength(all, end)
      if (length === undefined) break
      // ReadyForQuery; the first one ends the startup phase.
      if (all[end] === 0x5a && this.#requestCount > 0) this.#responseCount++
      end += length
    }
    this.#toClient = all.subarray(end)
    if (this.#silentAfterRound === undefined) return all.subarray(0, end)
    if (this.#responseCount >= this.#silentAfterRound) this.#fallSilent()
    return Buffer.alloc(0)
  }

  #readStart(message: Buffer): void {
    if (message.readInt32BE(4) === SSL_REQUEST) this.#asksForTls = true
    else this.#isStarted = true
  }

  #read(message: Buffer): void {
    const kind = String.fromCharCode(message[0]!)
    const body = message.subarray(HEADER_BYTES)
    if (kind === 'P') {
      const [name, text] = texts(body, 2)
      this.#prepared.set(name!, text!)
    }
    if (kind === 'B') {
      const [, name] = texts(body, 2)
      this.#decide(`${this.#prepared.get(name!) ?? ''}\n${body.toString('latin1')}`)
    }
    if (kind === 'Q') this.#decide(texts(body, 1)[0]!)
    if (kind === 'Q' || kind === 'S') this.#requestCount++
  }

  #decide(statement: string): void {
    if (this.#silentAfterRound !== undefined) return
    const verdict = this.#options.decide(this, statement)
    if (verdict === 'never arrives') this.#fallSilent()
    if (verdict === 'is never answered') this.#silentAfterRound = this.#requestCount + 1
  }

  #fallSilent(): void {
    this.#isSilent = true
    this.#options.onSilence()
  }
}

/** The length of the message at `start`; undefined while it is incomplete. */
function typedLength(bytes: Buffer, start: number): number | undefined {
  if (bytes.length - start < HEADER_BYTES) return undefined
  const length = 1 + bytes.readInt32BE(start + 1)
  return bytes.length - start < length ? undefined : length
}

/** The startup messages have no type byte. */
function plainLength(bytes: Buffer, start: number): number | undefined {
  if (bytes.length - start < 8) return undefined
  const length = bytes.readInt32BE(start)
  return bytes.length - start < length ? undefined : length
}

/** Consecutive null-terminated strings. */
function texts(bytes: Buffer, count: number): string[] {
  const found: string[] = []
  for (let start = 0; found.length < count; ) {
    const end = bytes.indexOf(0, start)
    found.push(bytes.toString('utf8', start, end))
    start = end + 1
  }
  return found
}
