import { findFreePort } from '../../../src/platform/ports.ts'
import { waitUntil } from '../wait-until.ts'

/** For `describe.skipIf`: tests that need Redis run only where it is installed. */
export const redisIsInstalled = Bun.which('redis-server') !== null

export interface TestRedis {
  url: string
  /** The server is running but does not respond, as behind a broken network. */
  freeze(): void
  thaw(): void
  /** Kills the server, which loses all data. */
  kill(): Promise<void>
  /** Restarts it empty on the same port. */
  start(): Promise<void>
}

/** A separate redis-server on a loopback port, without persistence. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await findFreePort()
  const url = `redis://127.0.0.1:${port}`
  let child: Bun.Subprocess | undefined
  const killAtExit = () => child?.kill('SIGKILL')
  process.on('exit', killAtExit)

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = Bun.spawn(['redis-server', ...options], { stdout: 'ignore', stderr: 'ignore', cwd: '/tmp' })
    await waitUntil(() => answersPing(port))
  }
  async function kill(): Promise<void> {
    child?.kill('SIGKILL')
    await child?.exited
    child = undefined
  }

  await start()
  return { url, start, kill, freeze: () => child?.kill('SIGSTOP'), thaw: () => child?.kill('SIGCONT') }
}

async function answersPing(port: number): Promise<boolean> {
  const response = Promise.withResolvers<boolean>()
  try {
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (connection) => void connection.write('PING\r\n'),
        data: (_, bytes) => response.resolve(bytes.toString().startsWith('+PONG')),
        error: () => response.resolve(false),
        close: () => response.resolve(false),
      },
    })
    return await response.promise.finally(() => socket.end())
  } catch {
    return false
  }
}
