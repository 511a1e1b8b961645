import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { findServer } from '../../platform/embedded/postgres/server-process.ts'
import { listProcesses } from '../../platform/embedded/processes.ts'
import { findFreePort } from '../../platform/ports.ts'

setDefaultTimeout(240_000)

const MAIN = join(import.meta.dir, '../main.ts')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-embedded-')))
  folders.push(folder)
  return folder
}

describe('an embedded PostgreSQL that is killed under the running service', () => {
  for (const takenOver of [false, true]) {
    const which = takenOver ? 'one that was taken over' : 'a child of the service'
    test(`comes back by itself with all that was acknowledged, twice in a row: ${which}`, async () => {
      const dataDir = newFolder()
      const cluster = join(dataDir, 'postgres')
      let service = await spawnService({ DATA_DIR: dataDir })
      if (takenOver) {
        await service.kill('SIGKILL')
        service = await spawnService({ DATA_DIR: dataDir })
      }
      const outages: number[] = []
      try {
        for (let outage = 1; outage <= 2; outage++) {
          // The pool may still hold connections to the server that is gone: each says so once.
          const user = await insist(() => service.register())
          const { pid, port } = findServer(cluster)!
          process.kill(pid, 'SIGKILL')
          const killedAt = performance.now()
          // For a moment the orphaned backends still answer, so the new server must be there as well.
          await waitUntil(() => {
            const server = findServer(cluster)
            return server !== undefined && server.pid !== pid && server.isReady
          }, 60)
          await waitUntil(async () => {
            const { status } = await service.call('GET /user/profile', { token: user.accessToken })
            return status === 200
          }, 60)
          outages.push(performance.now() - killedAt)
          expect(findServer(cluster)!.port).toBe(port)
          const credentials = { email: user.email, password: user.password }
          await waitUntil(async () => {
            const { status } = await service.call('POST /auth/login', { body: credentials })
            if (status !== 503) expect(status).toBe(200)
            return status === 200
          }, 60)
        }
        await waitUntil(async () => (await service.call('GET //health/ready')).status === 200, 60)
        const timesBack = () => service.output().match(/PostgreSQL is back/g)?.length ?? 0
        // What it has said may come a moment after it answers.
        await waitUntil(() => timesBack() >= 2)
        expect(timesBack()).toBe(2)
        // The shorter one counts, because the machine may be busy with other things.
        expect(Math.min(...outages)).toBeLessThan(10_000)
      } finally {
        expect(await service.kill('SIGTERM')).toBe(0)
      }
      expect(findServer(cluster)).toBeUndefined()
    })
  }
})

describe('SIGTERM while the service starts', () => {
  const moments: Record<string, (dataDir: string) => boolean> = {
    'when the folder has just been taken': (dataDir) => existsSync(join(dataDir, 'postgres.lock')),
    'while the cluster is being made': (dataDir) =>
      readdirSync(dataDir).some((name) => name.includes('.unfinished-')),
    'when PostgreSQL has just been started': (dataDir) =>
      existsSync(join(dataDir, 'postgres', 'postmaster.pid')),
  }
  for (const [moment, hasCome] of Object.entries(moments)) {
    test(`${moment}, leaves no process of the database behind`, async () => {
      const dataDir = newFolder()
      const child = await spawnStart(dataDir)
      await waitUntil(() => hasCome(dataDir), 60)
      child.kill('SIGTERM')
      expect(await child.exited).toBe(0)
      expect(processesOf(dataDir)).toEqual([])
    })
  }

  for (const afterMs of [300, 800, 1_500]) {
    test(`after ${afterMs} ms, leaves no process of the database behind`, async () => {
      const dataDir = newFolder()
      const child = await spawnStart(dataDir)
      await Bun.sleep(afterMs)
      child.kill('SIGTERM')
      await child.exited
      expect(processesOf(dataDir)).toEqual([])
    })
  }

  test('counts once when it arrives twice at the same moment, as Ctrl-C under `bun run` does', async () => {
    const dataDir = newFolder()
    const child = await spawnStart(dataDir)
    await waitUntil(() => existsSync(join(dataDir, 'postgres', 'postmaster.pid')), 60)
    child.kill('SIGINT')
    await Bun.sleep(20)
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
    expect(processesOf(dataDir)).toEqual([])
  })

  test('ends at once when it comes again', async () => {
    const dataDir = newFolder()
    const child = await spawnStart(dataDir, { LOG_LEVEL: 'info' })
    await waitUntil(() => existsSync(join(dataDir, 'postgres.lock')), 60)
    child.kill('SIGTERM')
    let said = ''
    void (async () => {
      for await (const chunk of child.stdout) said += Buffer.from(chunk).toString()
    })()
    await waitUntil(() => said.includes('what runs is finished first'))
    // From when it has heard of the first, another one within half a second would count as the same.
    await Bun.sleep(600)
    child.kill('SIGTERM')
    // One that had finished first would end well.
    expect(await child.exited).toBe(1)
    for (const { pid } of processesOf(dataDir)) process.kill(pid, 'SIGQUIT')
    await waitUntil(() => processesOf(dataDir).length === 0)
  })
})

/** Tries up to a pool's worth of times. */
async function insist<Result>(attempt: () => Promise<Result>, tries = 12): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (tries === 1) throw error
    await Bun.sleep(50)
    return insist(attempt, tries - 1)
  }
}

async function spawnStart(dataDir: string, environment: Record<string, string> = {}) {
  return Bun.spawn({
    cmd: [process.execPath, MAIN, 'start'],
    env: {
      PATH: process.env.PATH!,
      HOME: process.env.HOME ?? '/tmp',
      LOG_LEVEL: 'warn',
      PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

function processesOf(dataDir: string) {
  return listProcesses().filter(
    ({ commandLine, workingFolder }) =>
      /(postgres|initdb)$/.test(commandLine.split(' ')[0]!) &&
      (commandLine.includes(dataDir) || workingFolder?.startsWith(dataDir)),
  )
}
