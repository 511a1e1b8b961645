import { join } from 'node:path'

/** A client of one implementation. All implementations use the same frames. */
export interface Player {
  send(type: string, data: object): void
  close(): void
}

export type OnMessage = (type: string, data: Record<string, unknown>) => void

/** Connects a player and joins the queue. */
export type Connect = (onMessage: OnMessage, index: number) => Promise<Player>

const PEERS = join(import.meta.dir, '../peers/battles/node_modules')

export const CONNECTORS: Record<string, (port: number, tokens: string[]) => Promise<Connect>> = {
  lyceum: async (port, tokens) => (onMessage, index) =>
    new Promise((resolve, reject) => {
      const protocols = ['lyceum.v1', `bearer.${tokens[index]}`]
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v2/quiz-battles/ws`, protocols)
      let roomId: string | undefined
      const send = (type: string, data: object) => socket.send(JSON.stringify({ type, roomId, data }))
      socket.onerror = () => reject(new Error('no connection'))
      socket.onmessage = ({ data: text }) => {
        const { type, data } = JSON.parse(text)
        if (type === 'auth.ok') {
          send('queue.join', {})
          resolve({ send, close: () => socket.close() })
        }
        if (type === 'queue.matched') roomId = data.roomId
        onMessage(type, data)
      }
    }),

  'socket.io': connectSocketIo,
  'socket.io in memory': connectSocketIo,

  colyseus: async (port, tokens) => {
    const { Client } = await import(join(PEERS, '@colyseus/sdk/build/index.mjs'))
    const client = new Client(`http://127.0.0.1:${port}`)
    return async (onMessage, index) => {
      const room = await client.joinOrCreate('battle', { token: tokens[index] })
      room.onMessage('*', onMessage)
      return {
        send: (type, data) => void room.send(type, data),
        close: () => void room.leave(),
      }
    }
  },
}

async function connectSocketIo(port: number, tokens: string[]): Promise<Connect> {
  const { io } = await import(join(PEERS, 'socket.io-client/build/esm/index.js'))
  return async (onMessage, index) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      forceNew: true,
      auth: { token: tokens[index] },
    })
    socket.onAny(onMessage)
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', () => resolve())
      socket.on('connect_error', reject)
    })
    socket.emit('queue.join')
    return {
      send: (type, data) => void socket.emit(type, data),
      close: () => void socket.close(),
    }
  }
}
