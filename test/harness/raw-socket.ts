import { connect } from 'node:net'

/**
 * A client of `/quiz-battles/ws` without automatic behaviour: it answers no heartbeat, and reads only on
 * request.
 */
export interface RawSocket {
  /** All bytes that were read. */
  received(): Buffer
  isClosed(): boolean
  /** Stops reading, so that further bytes stay in the network. */
  stopReading(): void
  resumeReading(): void
}

export function openRawSocket(serviceUrl: string, accessToken: string): RawSocket {
  const { port } = new URL(serviceUrl)
  const socket = connect(Number(port), '127.0.0.1')
  const chunks: Buffer[] = []
  let isClosed = false
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  socket.write(
    [
      'GET /api/v2/quiz-battles/ws HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Sec-WebSocket-Protocol: lyceum.v1, bearer.${accessToken}`,
      '\r\n',
    ].join('\r\n'),
  )
  return {
    received: () => Buffer.concat(chunks),
    isClosed: () => isClosed,
    stopReading: () => void socket.pause(),
    resumeReading: () => void socket.resume(),
  }
}
