import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRoot } from '../src/platform/embedded/postgres/database-user.ts'
import { listProcesses } from '../src/platform/embedded/processes.ts'
import { findFreePort } from '../src/platform/ports.ts'
import { createClient } from './harness/api-client.ts'
import { reportMeasurement } from './harness/report-measurement.ts'
import { waitUntil } from './harness/wait-until.ts'

const ROOT = join(import.meta.dir, '..')
const UNPRIVILEGED_USER = 65_534
const COMMAND = ['npx', '-y', 'bun@1.4.4']
/** Bun is installed where the tests run as the README describes; the test does not download it. */
const canRun =
  existsSync(join(ROOT, '.git')) &&
  Bun.which('npx') !== null &&
  Bun.spawnSync([COMMAND[0]!, '--offline', ...COMMAND.slice(1), '--version'], { stderr: 'ignore' }).success

/** A machine with Node and npm: a clone, an empty home folder, and no Bun on the path. */
describe.skipIf(!canRun)('a fresh clone', () => {
  let folder: string
  let clone: string
  let environment: Record<string, string>
  let url: string
  let service: Bun.Subprocess | undefined

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-clone-')))
    clone = join(folder, 'lyceum')
    chmodSync(folder, 0o755)
    await run(['git', 'clone', '--quiet', '--local', ROOT, clone], folder)
    const port = String(await findFreePort())
    environment = {
      PATH: pathWithoutBun(folder),
      HOME: join(folder, 'home'),
      PORT: port,
      ...(await caches()),
    }
    mkdirSync(environment.HOME!)
    url = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    if (service) await end('SIGKILL')
    for (const { pid } of processesOfClone()) process.kill(pid, 'SIGKILL')
    await waitUntil(() => processesOfClone().length === 0)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  })

  const client = () => createClient(url)
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )

  async function start(): Promise<void> {
    const startedAt = performance.now()
    // Its own process group, as in a terminal.
    service = Bun.spawn([...COMMAND, 'start'], {
      cwd: clone,
      env: environment,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await waitUntil(async () => service!.exitCode !== null || (await isReady()), 180)
    expect(service.exitCode).toBeNull()
    reportMeasurement(`fresh clone: ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }

  /** Ctrl-C and kill -9 reach the whole group; the embedded servers are outside of it. */
  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    process.kill(-service!.pid, signal)
    await service!.exited
    service = undefined
    await waitUntil(async () => !(await isReady()))
  }

  function processesOfClone() {
    return listProcesses().filter(
      ({ pid, commandLine, workingFolder }) =>
        pid !== process.pid && (commandLine.includes(clone) || workingFolder?.startsWith(clone)),
    )
  }

  test('a fresh clone is ready after one command, keeps its data after a stop or kill, and can be used immediately', async () => {
    const clonedAt = performance.now()
    await start()
    const page = await fetch(`${url}/docs`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const user = await client().register()
    const { email, password } = user
    const profile = async () =>
      (await client().call('GET /user/profile', { token: user.accessToken })).body.data
    const first = await profile()
    expect(first.email).toBe(email)

    const played = Bun.spawn([...COMMAND, 'lyceum', 'play', '--auto', '--difficulty', 'hard', '--url', url], {
      cwd: clone,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const output = await new Response(played.stdout).text()
    expect([await played.exited, /You win!|You lose\.|A draw\./.test(output)]).toEqual([0, true])
    reportMeasurement(
      `fresh clone: a battle was over ${Math.round((performance.now() - clonedAt) / 1000)} s after the clone`,
    )

    await end('SIGINT')
    await waitUntil(() => processesOfClone().length === 0)
    await start()
    expect(await profile()).toEqual(first)

    await end('SIGKILL')
    await start()
    expect(await profile()).toEqual(first)
    expect((await client().call('POST /auth/login', { body: { email, password } })).status).toBe(200)
    await end('SIGINT')
  })

  test.if(isRoot())('a fresh clone and its embedded servers also run as an ordinary user', async () => {
    const bun = join(folder, 'bun')
    cpSync(process.execPath, bun)
    await run(['chown', '-R', `${UNPRIVILEGED_USER}:${UNPRIVILEGED_USER}`, clone, environment.HOME!], folder)
    const child = Bun.spawn([bun, 'src/app/main.ts', 'start'], {
      cwd: clone,
      // The first start has built the web applications.
      env: { ...environment, DATA_DIR: join(clone, 'own'), WEB_BUILD_DIR: join(clone, '.lyceum/web') },
      uid: UNPRIVILEGED_USER,
      gid: UNPRIVILEGED_USER,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await waitUntil(async () => child.exitCode !== null || (await isReady()))
    expect((await client().register()).id).toBeString()
    // Backends of the database come and go, so a listed process may have ended.
    const owners = processesOfClone().flatMap(
      ({ pid }) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? [],
    )
    expect(owners.length).toBeGreaterThan(1)
    expect(new Set(owners)).toEqual(new Set([UNPRIVILEGED_USER]))
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    await waitUntil(() => processesOfClone().length === 0)
  })
})

async function run(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await new Response(child.stdout).text()
  expect([command.join(' '), await child.exited]).toEqual([command.join(' '), 0])
  return output.trim()
}

/** The path of this machine without Bun. */
function pathWithoutBun(folder: string): string {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const seen = new Set(['bun', 'bunx'])
  for (const folder of ['/usr/local/bin', '/usr/bin', '/bin']) {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (seen.has(name)) continue
      seen.add(name)
      symlinkSync(join(folder, name), join(programs, name))
    }
  }
  return programs
}

/** Uses the package cache instead of a download. */
async function caches(): Promise<Record<string, string>> {
  return {
    npm_config_cache: await run(['npm', 'config', 'get', 'cache'], ROOT),
    BUN_INSTALL_CACHE_DIR: await run([process.execPath, 'pm', 'cache'], ROOT),
  }
}
