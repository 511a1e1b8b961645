import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { isAlive, listProcesses } from '../processes.ts'

const MODULE = join(import.meta.dir, 'spawn-with-watcher.ts')

/** A server that ignores the first request to end, as PostgreSQL does before it has its signal handlers. */
const STUBBORN = `
  let requests = 0
  process.on('SIGQUIT', () => { if (++requests === 2) process.exit(0) })
  setInterval(() => {}, 1000)
`

/** Starts a process that spawns the server with its watcher. */
async function startOwner(command: string[]) {
  const script = `
    import { openSync } from 'node:fs'
    import { spawnWithWatcher } from '${MODULE}'
    const server = await spawnWithWatcher(${JSON.stringify(command)}, { name: '', identity: undefined }, openSync('/dev/null', 'w'))
    console.log(server.pid)
    setInterval(() => { if (server.hasEnded()) process.exit(7) }, 10)
  `
  const owner = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await owner.stdout.getReader().read()
  return { owner, pid: Number(new TextDecoder().decode(value)) }
}

test('a server that ignores the first request still ends after its owner, and leaves no zombie', async () => {
  const { owner, pid } = await startOwner([process.execPath, '-e', STUBBORN])
  const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
  expect(readFileSync(`/proc/${parent}/comm`, 'utf8').trim()).toBe('sh')
  owner.kill('SIGKILL')
  await waitUntil(() => !isAlive(pid))
})

test('the owner notices the end of the server, and no watcher stays', async () => {
  const { owner, pid } = await startOwner(['/bin/sleep', '600'])
  const session = sessionOf(pid)!
  expect(session).toBeGreaterThan(0)
  process.kill(pid, 'SIGKILL')
  expect(await owner.exited).toBe(7)
  // The watcher was the last process of the session.
  await waitUntil(() => !listProcesses().some((found) => sessionOf(found.pid) === session))
})

function sessionOf(pid: number): number | undefined {
  try {
    return Number(/^NSsid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
