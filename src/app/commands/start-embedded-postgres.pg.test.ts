import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMAND_LINE } from '../../../test/harness/processes/command-line.ts'
import { spawnService } from '../../../test/harness/processes/service-process.ts'
import { sharedWebBuild } from '../../../test/harness/shared-web-build.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { findServer, readPidFile } from '../../platform/embedded/postgres/server-process.ts'
import { listProcesses } from '../../platform/embedded/processes.ts'
import { findFreePort } from '../../platform/ports.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-embedded-')))
  folders.push(folder)
  return folder
}

describe('killing the embedded PostgreSQL of a running service', () => {
  test('the service restarts its PostgreSQL without losing acknowledged writes, twice', async () => {
    const dataDir = newFolder()
    const cluster = join(dataDir, 'postgres')
    const service = await spawnService({ DATA_DIR: dataDir })
    const outages: number[] = []
    try {
      for (let outage = 1; outage <= 2; outage++) {
        // Each pooled connection to the dead server fails once.
        const user = await insist(() => service.register())
        const { pid, port } = findServer(cluster)!
        process.kill(pid, 'SIGKILL')
        const killedAt = performance.now()
        // Orphaned backends respond for a moment, so the test also waits for the new server.
        await waitUntil(() => {
          const server = readPidFile(cluster)
          return server !== undefined && server.pid !== pid && server.status === 'ready'
        })
        await waitUntil(async () => {
          const { status } = await service.call('GET /user/profile', { token: user.accessToken })
          return status === 200
        })
        outages.push(performance.now() - killedAt)
        expect(findServer(cluster)!.port).toBe(port)
        const credentials = { email: user.email, password: user.password }
        await waitUntil(async () => {
          const { status } = await service.call('POST /auth/login', { body: credentials })
          if (status !== 503) expect(status).toBe(200)
          return status === 200
        })
      }
      await waitUntil(async () => (await service.call('GET //health/ready')).status === 200)
      const timesBack = () => service.output().match(/PostgreSQL runs again/g)?.length ?? 0
      // The output may arrive after the first response.
      await waitUntil(() => timesBack() >= 2)
      expect(timesBack()).toBe(2)
      // Takes the shorter time, because the machine may be busy.
      expect(Math.min(...outages)).toBeLessThan(10_000)
    } finally {
      expect(await service.kill('SIGTERM')).toBe(0)
    }
    expect(findServer(cluster)).toBeUndefined()
  })
})

describe('SIGTERM while the service starts', () => {
  const moments: Record<string, (dataDir: string) => boolean> = {
    'after the folder was locked': (dataDir) => existsSync(join(dataDir, 'postgres.lock')),
    'while the cluster is created': (dataDir) =>
      readdirSync(dataDir).some((name) => name.includes('.unfinished-')),
    'after PostgreSQL was started': (dataDir) => existsSync(join(dataDir, 'postgres', 'postmaster.pid')),
  }
  for (const [moment, isReached] of Object.entries(moments)) {
    test(`SIGTERM ${moment} leaves no database process`, async () => {
      const dataDir = newFolder()
      const child = await spawnStart(dataDir)
      await waitUntil(() => isReached(dataDir))
      child.kill('SIGTERM')
      expect(await child.exited).toBe(0)
      expect(processesOf(dataDir)).toEqual([])
    })
  }

  for (const afterMs of [300, 800, 1_500]) {
    test(`SIGTERM after ${afterMs} ms leaves no database process`, async () => {
      const dataDir = newFolder()
      const child = await spawnStart(dataDir)
      await Bun.sleep(afterMs)
      child.kill('SIGTERM')
      await child.exited
      expect(processesOf(dataDir)).toEqual([])
    })
  }

  test('two simultaneous signals, as Ctrl-C under `bun run` sends them, count as one', async () => {
    const dataDir = newFolder()
    const child = await spawnStart(dataDir)
    await waitUntil(() => existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
    child.kill('SIGINT')
    await Bun.sleep(20)
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
    expect(processesOf(dataDir)).toEqual([])
  })

  test('a second signal ends the process immediately', async () => {
    const dataDir = newFolder()
    const child = await spawnStart(dataDir, { LOG_LEVEL: 'info' })
    await waitUntil(() => existsSync(join(dataDir, 'postgres.lock')))
    child.kill('SIGTERM')
    let said = ''
    void (async () => {
      for await (const chunk of child.stdout) said += Buffer.from(chunk).toString()
    })()
    await waitUntil(() => said.includes('finishing work in progress'))
    // A second signal within half a second counts as the same.
    await Bun.sleep(600)
    child.kill('SIGTERM')
    // A process that finished its shutdown would exit with 0.
    expect(await child.exited).toBe(1)
    for (const { pid } of processesOf(dataDir)) process.kill(pid, 'SIGQUIT')
    await waitUntil(() => processesOf(dataDir).length === 0)
  })
})

/** Tries at most as many times as the pool has connections. */
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
    cmd: [process.execPath, COMMAND_LINE, 'start'],
    env: {
      PATH: process.env.PATH!,
      HOME: process.env.HOME ?? '/tmp',
      // These tests look at PostgreSQL, and content or a chain would take most of a start's processor time.
      DEMO_CONTENT: 'off',
      CHAIN: 'off',
      LOG_LEVEL: 'warn',
      PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      ...sharedWebBuild(),
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
