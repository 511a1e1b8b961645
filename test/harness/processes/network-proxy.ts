import { createConnection, createServer, type Socket } from 'node:net'
import { findFreePort } from '../../../src/platform/ports.ts'

export interface NetworkProxy {
  /** The address of the server through this proxy. */
  url: string
  /** Closes every connection and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Drops all traffic silently, like a frozen server. */
  freeze(): void
  thaw(): void
  /** Existing connections stay silent for ever, like after the loss of a machine; new connections work. */
  strand(): void
  close(): Promise<void>
}

/** A proxy to a server that can be cut, because a shared server cannot be stopped. */
export async function createNetworkProxy(serverUrl: string): Promise<NetworkProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = createConnection(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => other.write(bytes))
      if (isFrozen) socket.pause()
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  // Outside of the ephemeral range: while the network is cut, another connection could get the port.
  const port = await findFreePort()
  await listen(port)
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`

  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  const freeze = () => {
    isFrozen = true
    for (const socket of sockets) socket.pause()
  }
  const thaw = () => {
    isFrozen = false
    for (const socket of sockets) socket.resume()
  }
  const strand = () => {
    isFrozen = false
  }
  return { url: url.toString(), cut, restore: () => listen(port), freeze, thaw, strand, close: cut }
}
