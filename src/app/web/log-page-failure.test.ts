import { afterAll, expect, spyOn, test } from 'bun:test'
import { Database } from '../../platform/db/database.ts'
import { log } from '../../platform/log.ts'
import { logPageFailure } from './log-page-failure.ts'

const warned = spyOn(log, 'warn').mockImplementation(() => undefined)
afterAll(() => warned.mockRestore())
const lines = () => warned.mock.calls.map(([, message]) => String(message))

test('pages of a hundred visitors during an outage of the database are at most one line', async () => {
  const database = new Database({ url: 'postgres://lyceum@127.0.0.1:1/x', poolSize: 1 })
  const outage = await database.query`select 1`.catch((error: unknown) => error)
  await database.close()
  warned.mockClear()
  for (let visitor = 0; visitor < 100; visitor++) logPageFailure(outage, 'rendering a page failed')
  expect(lines().length).toBeLessThanOrEqual(1)
  expect(lines().join()).not.toContain('rendering a page')
})

test('a defect of a page is logged each time, with its path', () => {
  warned.mockClear()
  for (const path of ['/a', '/b'])
    logPageFailure(new Error('no such field'), 'rendering a page failed', { path })
  expect(warned.mock.calls.map(([fields, message]) => [fields, message])).toEqual([
    [{ error: 'Error: no such field', path: '/a' }, 'web: rendering a page failed'],
    [{ error: 'Error: no such field', path: '/b' }, 'web: rendering a page failed'],
  ] as never)
})
