import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { type AdminFixture, createAdminFixture } from '../../admin/admin-testbed.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
})
afterAll(() => fixture.stop())

test('the requests of the process, its pool and the database are shown', async () => {
  const read = async () => (await fixture.call('GET /admin/system')).body.data
  const classOf = async (routeClass: string) =>
    (await read()).requests.classes.find((counts: { routeClass: string }) => counts.routeClass === routeClass)
  // The counts are of the last minute, so slow requests may be too old when the rates are read.
  await waitUntil(async () => {
    for (let time = 0; time < 5; time++)
      await fixture.service.call('POST /auth/login', { body: { email: 'nobody@example.com', password: 'x' } })
    const counts = await classOf('auth')
    return counts?.refused >= 5 && counts.requests >= counts.refused && counts.p99Ms > 0
  })

  const { process: running, database, queues, sockets } = await read()
  expect(running.uptimeSeconds).toBeGreaterThanOrEqual(0)
  expect(database.poolSize).toBe(16)
  expect(database.sizeBytes).toBeGreaterThan(1_000_000)
  expect(database.connections).toBeGreaterThan(0)
  expect(sockets).toBe(0)
  expect(queues.failed).toBe(0)
})
