import { createServer } from 'node:net'

const loopback = '127.0.0.1'

// Below the ephemeral port ranges of Linux and macOS, so that a port remembered from the last start is rarely
// taken.
const lowestPort = 15_432
const highestPort = 31_999

export async function findFreePort(host = loopback): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort))
    if (await isPortFree(port, host)) return port
  }
  throw new Error(`No free port was found between ${lowestPort} and ${highestPort} on ${host}.`)
}

export async function isPortFree(port: number, host = loopback): Promise<boolean> {
  return (await tryPort(port, host)) === undefined
}

/** Listens for a moment, and returns the system's error if that fails. */
export function tryPort(port: number, host = loopback): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
