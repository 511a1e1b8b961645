import { expect, test } from 'bun:test'
import { healthPages } from './health.ts'

test('while the process drains, readiness fails without asking the checks, and liveness does not', async () => {
  let isDraining = false
  let calls = 0
  const check = async () => {
    calls++
    return true
  }
  const pages = healthPages([{ name: 'database', check }], undefined, () => isDraining)
  const ask = async (path: string) => {
    const page = pages.find((each) => each.path === path)!
    const response = await page.handle(new Request(`http://localhost${path}`), {}, new Date())
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
    }
  }
  expect((await ask('/health/ready')).status).toBe(200)
  isDraining = true
  expect(await ask('/health/ready')).toEqual({
    status: 503,
    retryAfter: '1',
    body: { status: 'draining', checks: {} },
  })
  expect((await ask('/health/live')).status).toBe(200)
  expect(calls).toBe(1)
})

const ready = (check: () => Promise<boolean>) => {
  const page = healthPages([{ name: 'database', check }], undefined).find(
    ({ path }) => path === '/health/ready',
  )!
  return async () => (await page.handle(new Request('http://localhost/health/ready'), {}, new Date())).status
}

test('a hundred concurrent readiness requests run the database check at most twice', async () => {
  let calls = 0
  const ask = ready(async () => {
    calls++
    await Bun.sleep(20)
    return true
  })
  const statuses = await Promise.all(Array.from({ length: 100 }, ask))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(calls).toBe(2)
})

test('a readiness check never returns a result older than its request', async () => {
  let works = true
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const ask = ready(async () => {
    begin()
    const found = works
    await Bun.sleep(20)
    return found
  })
  const early = ask()
  await begun
  works = false
  const lateResponse = ask()
  expect(await Promise.all([early, lateResponse])).toEqual([200, 503])
  works = true
  expect(await ask()).toBe(200)
})
