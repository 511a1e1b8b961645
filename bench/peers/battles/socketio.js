import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { Battle } from './battle.js'

/** Pairs whoever comes, two by two. WebSocket only, as one would configure it for this. */
const http = createServer((_, response) => response.end('ok'))
const io = new Server(http, { transports: ['websocket'], serveClient: false })
let waiting

io.on('connection', (socket) => {
  socket.on('queue.join', () => {
    if (!waiting) {
      waiting = socket
      return
    }
    const seats = [waiting, socket]
    waiting = undefined
    const battle = new Battle((seat, type, data) => seats[seat].emit(type, data))
    for (const [seat, player] of seats.entries()) {
      player.on('battle.ready', () => battle.ready(seat))
      player.on('battle.answer', (data) => battle.answer(seat, data))
      player.emit('queue.matched', { roomId: socket.id, questionCount: 5 })
    }
  })
})
http.listen(Number(process.env.PORT), '127.0.0.1')
