import { expect, test } from 'bun:test'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { QueueHealth } from './queue-health.ts'

const LOST = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('a lost connection counts only while the database does not answer', async () => {
  let isThere = true
  let probes = 0
  const health = new QueueHealth(async () => {
    probes++
    if (!isThere) throw LOST
  })
  health.observe(LOST)
  await waitUntil(() => probes === 1)
  expect(health.isHealthy).toBe(true)

  isThere = false
  for (const error of [
    LOST,
    Object.assign(new Error('stopping'), { code: '57P01' }),
    new Error('terminated'),
  ]) {
    health.observe(error)
    await waitUntil(() => !health.isHealthy)
  }
  const before = probes
  await waitUntil(() => probes > before + 1)
  expect(health.isHealthy).toBe(false)
  isThere = true
  await waitUntil(() => health.isHealthy)
})

test('a rejected statement counts although the database answers', async () => {
  const health = new QueueHealth(async () => {})
  health.observe(Object.assign(new Error('relation "pgboss.job" does not exist'), { code: '42P01' }))
  await Bun.sleep(1)
  expect(health.isHealthy).toBe(false)
})

test('a stopped watch ends its probes', async () => {
  let probes = 0
  const health = new QueueHealth(async () => {
    probes++
    throw LOST
  })
  health.observe(LOST)
  await waitUntil(() => probes === 1)
  health.stop()
  await waitUntil(() => health.isHealthy)
  expect(probes).toBe(1)
})
