import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { createTestDatabase } from '../../../test/harness/database.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { findServer } from '../../platform/embedded/postgres/server-process.ts'
import { listProcesses } from '../../platform/embedded/processes.ts'
import { findFreePort } from '../../platform/ports.ts'

const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-folder-')))

/** The tests share one folder and depend on their order. */
describe('a data folder', () => {
  const dataDir = newFolder()
  const cluster = join(dataDir, 'postgres')
  let service: ServiceProcess
  let user: TestUser
  beforeAll(async () => {
    service = await spawnService({ DATA_DIR: dataDir })
    user = await service.register()
  })
  afterAll(async () => {
    await service?.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
  })

  const expectNothingLost = async () => {
    const profile = await service.call('GET /user/profile', { token: user.accessToken })
    expect([profile.status, profile.body.data?.email]).toEqual([200, user.email])
    const { email, password } = user
    expect((await service.call('POST /auth/login', { body: { email, password } })).status).toBe(200)
  }
  const startAgain = async () =>
    runCommand(['start'], { DATA_DIR: dataDir, CHAIN: 'off', PORT: String(await findFreePort()) })

  test('a second start on the same data folder fails with a message and does not disturb the first', async () => {
    const others = await Promise.all([startAgain(), startAgain()])
    for (const outcome of others)
      expectReadableError(outcome, `Another Lyceum (pid ${service.pid}) is already using ${dataDir}`)
    await expectNothingLost()
  })

  test('the data folder keeps all data after kill -9 of the service, and PostgreSQL stops with it', async () => {
    await service.kill('SIGKILL')
    await waitUntil(() => findServer(cluster) === undefined)
    service = await spawnService({ DATA_DIR: dataDir })
    await expectNothingLost()
  })

  test('a start directly after kill -9 of the service keeps all data', async () => {
    await service.kill('SIGKILL')
    service = await spawnService({ DATA_DIR: dataDir })
    await expectNothingLost()
  })

  test('the data folder keeps all data after a stop, and no process is left', async () => {
    expect(await service.kill('SIGTERM')).toBe(0)
    expect(findServer(cluster)).toBeUndefined()
    service = await spawnService({ DATA_DIR: dataDir })
    await expectNothingLost()
  })

  test('a damaged data folder is rejected with a message, stays unchanged and works after its repair', async () => {
    await service.kill('SIGTERM')
    const control = join(cluster, 'global', 'pg_control')
    const whole = readFileSync(control)
    writeFileSync(control, whole.subarray(0, 100))
    const files = readdirSync(dataDir, { recursive: true }).sort()
    expectReadableError(await startAgain(), cluster, 'global/pg_control is missing or cut')
    expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(files)
    writeFileSync(control, whole)
    service = await spawnService({ DATA_DIR: dataDir })
    await expectNothingLost()
  })
})

test('with DATABASE_URL no embedded PostgreSQL is created or started', async () => {
  const dataDir = newFolder()
  const database = await createTestDatabase()
  const service = await spawnService({ DATABASE_URL: database.url, DATA_DIR: dataDir })
  try {
    await service.register()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([])
    const ours = listProcesses().filter(
      ({ commandLine, workingFolder }) =>
        /postgres|initdb/.test(commandLine.split(' ')[0]!) &&
        (commandLine.includes(dataDir) || workingFolder?.startsWith(dataDir)),
    )
    expect(ours).toEqual([])
  } finally {
    await service.kill('SIGTERM')
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
