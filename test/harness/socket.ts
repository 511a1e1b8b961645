import { waitUntil } from './wait-until.ts'

/** A frame that a client received. */
export interface ReceivedTestFrame {
  v: number
  type: string
  seq: number
  ts: string
  roomId?: string
  id?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read frames of every shape.
  data: any
}

export interface TestSocket {
  /** All received frames, in order. */
  frames: ReceivedTestFrame[]
  closed: { code: number; reason: string } | undefined
  /** A frame with an id is answered by `ack` or `error`. */
  send(type: string, data?: object, roomId?: string, id?: string): void
  sendRaw(message: string | Uint8Array<ArrayBuffer>): void
  /** Waits for the next frame of this type that no earlier `next` has returned. */
  next(type: string, seconds?: number): Promise<ReceivedTestFrame>
  close(): void
  waitUntilClosed(): Promise<{ code: number; reason: string }>
}

export interface SocketCredentials {
  /** Sends the token as a subprotocol. */
  accessToken?: string
  /** Sends the token in the query. */
  ticket?: string
  headers?: Record<string, string>
}

/** A real WebSocket client of `/quiz-battles/ws`. Resolves when the connection is open. */
export async function openSocket(serviceUrl: string, credentials: SocketCredentials): Promise<TestSocket> {
  const { accessToken, ticket, headers } = credentials
  const address = new URL('/api/v2/quiz-battles/ws', serviceUrl.replace('http', 'ws'))
  if (ticket) address.searchParams.set('ticket', ticket)
  const protocols = accessToken ? ['lyceum.v1', `bearer.${accessToken}`] : []
  const socket = new WebSocket(address.href, { protocols, headers } as unknown as string[])
  const consumed = new Set<ReceivedTestFrame>()
  const test: TestSocket = {
    frames: [],
    closed: undefined,
    send: (type, data = {}, roomId, id) => socket.send(JSON.stringify({ v: 1, type, data, roomId, id })),
    sendRaw: (message) => socket.send(message),
    next: async (type, seconds) => {
      const find = () => test.frames.find((frame) => frame.type === type && !consumed.has(frame))
      await waitUntil(() => find() !== undefined, seconds).catch(() => {
        const seen = test.frames.map((frame) => frame.type).join(', ')
        throw new Error(`no ${type} came; there were: ${seen}; closed: ${JSON.stringify(test.closed)}`)
      })
      const found = find()!
      consumed.add(found)
      return found
    },
    close: () => socket.close(),
    waitUntilClosed: async () => {
      await waitUntil(() => test.closed !== undefined)
      return test.closed!
    },
  }
  socket.onmessage = ({ data }) => test.frames.push(JSON.parse(data))
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('the socket did not open'))
    socket.onclose = ({ code, reason }) => {
      test.closed = { code, reason }
    }
  })
  return test
}
