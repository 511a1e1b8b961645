import type { BattleFrameData, BattleFrameType } from '../../modules/battle-game/public/protocol.ts'
import { PlayError } from './play-error.ts'

/** What came over the socket: a frame of a battle, or a refusal. */
export type BattleServerFrame =
  | { [Type in BattleFrameType]: { type: Type; data: BattleFrameData<Type>; seq: number } }[BattleFrameType]
  | { type: 'error'; data: { code: string; message: string }; seq: number }

export interface Credentials {
  url: string
  email: string
  password: string
}

const RECONNECT_MS = 500
const RECONNECTS = 40

/** Calls to the API of a running service. */
export class BattleApi {
  readonly #url: string
  #token = ''

  constructor(url: string) {
    this.#url = url.replace(/\/+$/, '')
  }

  async signIn({ email, password }: Credentials): Promise<{ username: string; gems: number }> {
    const { user, accessToken } = await this.post('/auth/login', { email, password })
    this.#token = accessToken
    return { username: user.username, gems: user.totalGems }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the responses of three endpoints, each used in one place.
  async post(path: string, body: object): Promise<any> {
    const response = await fetch(`${this.#url}/api/v2${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: JSON.stringify(body),
    }).catch(() => {
      throw new PlayError(`No service responds at ${this.#url}. Start one with: bun start`)
    })
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    const result = (await response.json()) as any
    if (!result.success) throw new PlayError(result.message)
    return result.data
  }

  socket(): WebSocket {
    const address = `${this.#url.replace(/^http/, 'ws')}/api/v2/quiz-battles/ws`
    return new WebSocket(address, ['lyceum.v1', `bearer.${this.#token}`])
  }
}

/** The WebSocket of a player. Reconnects after a loss and resumes with the missed frames. */
export class BattleConnection {
  readonly #api: BattleApi
  readonly #onFrame: (frame: BattleServerFrame) => void
  readonly #onLost: (error: PlayError) => void
  #socket: WebSocket | undefined
  #roomId: string | undefined
  #lastSeq = 0
  #isDone = false
  #failures = 0

  /** `onLost` is called when all attempts to reconnect failed. */
  constructor(
    api: BattleApi,
    onFrame: (frame: BattleServerFrame) => void,
    onLost: (error: PlayError) => void,
  ) {
    this.#api = api
    this.#onFrame = onFrame
    this.#onLost = onLost
  }

  connect(): Promise<void> {
    const socket = this.#api.socket()
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data))
    return new Promise((resolve) => {
      socket.onopen = () => {
        this.#failures = 0
        if (this.#roomId) this.send('battle.resume', { lastSeq: this.#lastSeq })
        resolve()
      }
      socket.onclose = ({ reason }) => {
        if (this.#isDone) return
        if (++this.#failures > RECONNECTS) this.#onLost(new PlayError(`The connection is lost. ${reason}`))
        else setTimeout(() => void this.connect().then(resolve), RECONNECT_MS)
      }
    })
  }

  /** Sets the room of all further frames. */
  enter(roomId: string): void {
    if (this.#roomId === roomId) return
    this.#roomId = roomId
    this.#lastSeq = 0
  }

  send(type: string, data: object = {}): void {
    const frame = { v: 1, type, data, ...(this.#roomId ? { roomId: this.#roomId } : {}) }
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  close(): void {
    this.#isDone = true
    this.#socket?.close()
  }

  #receive(frame: BattleServerFrame & { roomId?: string }): void {
    if (frame.seq > 0 && frame.roomId === this.#roomId) {
      if (frame.seq <= this.#lastSeq) return
      this.#lastSeq = frame.seq
    }
    this.#onFrame(frame)
  }
}
