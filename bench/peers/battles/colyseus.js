import { randomUUID } from 'node:crypto'
import { Room, Server } from '@colyseus/core'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { Battle } from './battle.js'
import { openStore } from './store.js'

const { DATABASE_URL, TOKEN_SECRET, PORT } = process.env
const store = DATABASE_URL ? await openStore(DATABASE_URL, TOKEN_SECRET) : undefined

/** A room of two; its messages are the same, its state is not synchronised, for there is none to show. */
class BattleRoom extends Room {
  maxClients = 2

  onCreate() {
    const seatOf = (client) => this.clients.indexOf(client)
    this.battleId = randomUUID()
    const send = (seat, type, data) => this.clients[seat]?.send(type, data)
    this.battle = new Battle(send, store, this.battleId)
    this.onMessage('battle.ready', (client) => this.battle.ready(seatOf(client)))
    this.onMessage('battle.answer', (client, data) => this.battle.answer(seatOf(client), data))
  }

  onAuth(_client, { token }) {
    return store ? store.verify(token) : true
  }

  async onJoin() {
    if (this.clients.length < 2) return
    if (store)
      await store.createBattle(
        this.battleId,
        this.clients.map(({ auth }) => auth),
      )
    for (const client of this.clients) client.send('queue.matched', { roomId: this.roomId, questionCount: 5 })
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false })
server.define('battle', BattleRoom)
await server.listen(Number(PORT), '127.0.0.1')
