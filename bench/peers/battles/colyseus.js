import { Room, Server } from '@colyseus/core'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { Battle } from './battle.js'

/** A room of two; its messages are the same, its state is not synchronised, for there is none to show. */
class BattleRoom extends Room {
  maxClients = 2

  onCreate() {
    const seatOf = (client) => this.clients.indexOf(client)
    this.battle = new Battle((seat, type, data) => this.clients[seat]?.send(type, data))
    this.onMessage('battle.ready', (client) => this.battle.ready(seatOf(client)))
    this.onMessage('battle.answer', (client, data) => this.battle.answer(seatOf(client), data))
  }

  onJoin() {
    if (this.clients.length < 2) return
    for (const client of this.clients) client.send('queue.matched', { roomId: this.roomId, questionCount: 5 })
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false })
server.define('battle', BattleRoom)
await server.listen(Number(process.env.PORT), '127.0.0.1')
