import { expect, test } from 'bun:test'
import { createConnection, createServer } from 'node:net'
import { Database } from '../../src/platform/db/database.ts'
import { isUnavailable } from '../../src/platform/db/database-error.ts'
import { findFreePort } from '../../src/platform/ports.ts'
import { testClusterUrl } from './database.ts'
import { RetryingDatabase } from './retrying-database.ts'

test('a retrying database waits for a server that is down, where a plain one fails', async () => {
  const server = new URL(await testClusterUrl())
  const url = new URL(server)
  url.port = String(await findFreePort())
  const [plain, retrying] = [new Database({ url: url.href }), new RetryingDatabase({ url: url.href })]
  const retried = retrying.query<{ one: number }>`select 1 as one`
  const unsafeControl = await plain.query`select 1`.catch((error) => error)
  expect(isUnavailable(unsafeControl)).toBe(true)
  const forwarder = createServer((near) => {
    const far = createConnection(Number(server.port), server.hostname)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => forwarder.listen(Number(url.port), '127.0.0.1', resolve))
  expect(await retried).toEqual([{ one: 1 }])
  await Promise.all([plain.close(), retrying.close()])
  forwarder.close()
})

test('a retrying database does not retry a statement that PostgreSQL rejects', async () => {
  const retrying = new RetryingDatabase({ url: await testClusterUrl() })
  await expect(retrying.query`select nothing_of_this_name`).rejects.toThrow('nothing_of_this_name')
  expect(retrying.statements).toBe(1)
  await retrying.close()
})
