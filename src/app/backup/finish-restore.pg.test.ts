import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { securePastState } from './finish-restore.ts'

let fixture: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  fixture = await createTestDatabase()
  platform = await openTestPlatform(fixture)
})
afterAll(async () => {
  await platform.close()
  await fixture.drop()
})

test('a token that is issued after a restore is not refused as older than the restore', async () => {
  await securePastState(platform, [], () => {})
  // The time of a token in whole seconds.
  const issuedAtMs = Math.floor(Date.now() / 1_000) * 1_000
  const [row] = await platform.db<{ notBefore: Date }>`select not_before as "notBefore" from token_not_before`
  expect(row!.notBefore.getTime()).toBeLessThanOrEqual(issuedAtMs)
})
