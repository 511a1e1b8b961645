import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { insertUsers } from '../../../../test/harness/users.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type BadgeTestbed, createBadgeTestbed } from '../badge-testbed.ts'
import { enqueueBadgeMint, MINT_GAS } from './enqueue-badge-mint.ts'

setDefaultTimeout(60_000)

let testbed: BadgeTestbed
let users: UserId[]
beforeAll(async () => {
  testbed = await createBadgeTestbed()
  users = await insertUsers(testbed.db, 10)
  await testbed.db`
    insert into wallet (user_id, address, owner_address, sealed_key, sealed_data_key, created_at)
    select id, '0x' || lpad(to_hex(row_number() over ()), 40, 'a'), '0x' || lpad(to_hex(row_number() over ()), 40, 'b'),
      '\\x00', '\\x00', now()
    from unnest(${users}::uuid[]) as id`
  await testbed.db`
    insert into badge_progress (user_id, badge_type, current_progress, completed_at)
    select id, 'FIRST_STEPS', 1, now() from unnest(${users}::uuid[]) as id`
})
afterAll(() => testbed.stop())

const mintAll = (now: Date, dailyGas: bigint) =>
  Promise.all(
    users.map((userId) =>
      testbed.platform.write((tx) =>
        enqueueBadgeMint(tx, {
          userId,
          badgeType: 'FIRST_STEPS',
          publicUrl: 'https://lyceum.example',
          dailyGas,
          now,
        }),
      ),
    ),
  )

async function started(): Promise<number> {
  const [row] = await testbed.db<{ count: number }>`
    select count(*)::integer as count from chain_transaction where kind = 'badges.mint'`
  return row!.count
}

test('mints above the gas of the day wait for the next day, also when they start at the same moment', async () => {
  const budget = 4n * MINT_GAS
  const today = new Date('2026-11-16T10:00:00.000Z')
  await mintAll(today, budget)
  expect(await started()).toBe(4)
  const waiting = await testbed.db<{ retryAt: Date }>`
    select mint_retry_at as "retryAt" from badge_progress where mint_started_at is null and badge_type = 'FIRST_STEPS'`
  expect(waiting).toHaveLength(6)
  expect(waiting.every(({ retryAt }) => retryAt.toISOString() === '2026-11-17T00:00:00.000Z')).toBe(true)
  await mintAll(new Date('2026-11-16T23:59:59.000Z'), budget)
  expect(await started()).toBe(4)
  await mintAll(new Date(today.getTime() + DAY_MS), budget)
  expect(await started()).toBe(8)
  // Without a limit nothing waits.
  await mintAll(new Date(today.getTime() + 2 * DAY_MS), 0n)
  expect(await started()).toBe(10)
})
