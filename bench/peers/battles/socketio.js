import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { Battle } from './battle.js'
import { openStore } from './store.js'

/** Pairs whoever comes, two by two. WebSocket only, as one would configure it for this. */
const { DATABASE_URL, TOKEN_SECRET, PORT } = process.env
const store = DATABASE_URL ? await openStore(DATABASE_URL, TOKEN_SECRET) : undefined
const http = createServer((_, response) => response.end('ok'))
const io = new Server(http, { transports: ['websocket'], serveClient: false })
let waiting

if (store)
  io.use((socket, next) =>
    store.verify(socket.handshake.auth.token).then((userId) => {
      socket.data.userId = userId
      next()
    }, next),
  )

io.on('connection', (socket) => {
  socket.on('queue.join', async () => {
    if (!waiting) {
      waiting = socket
      return
    }
    const seats = [waiting, socket]
    waiting = undefined
    const id = randomUUID()
    if (store)
      await store.createBattle(
        id,
        seats.map(({ data }) => data.userId),
      )
    const battle = new Battle((seat, type, data) => seats[seat].emit(type, data), store, id)
    for (const [seat, player] of seats.entries()) {
      player.on('battle.ready', () => battle.ready(seat))
      player.on('battle.answer', (data) => battle.answer(seat, data))
      player.emit('queue.matched', { roomId: id, questionCount: 5 })
    }
  })
})
http.listen(Number(PORT), '127.0.0.1')
