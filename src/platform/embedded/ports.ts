import { createServer } from 'node:net'

// Below the ranges from which Linux and macOS take the ports of outgoing connections, so that a port
// remembered from the last start is rarely found taken.
const lowestPort = 15_432
const highestPort = 31_999

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort))
    if (await isPortFree(port)) return port
  }
  throw new Error(`No free port was found between ${lowestPort} and ${highestPort} on 127.0.0.1.`)
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
