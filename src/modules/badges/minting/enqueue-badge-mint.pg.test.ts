import { afterAll, beforeAll, expect, test } from 'bun:test'
import { AchievementBadge } from '../../../../contracts/artifacts/AchievementBadge.ts'
import { insertUsers } from '../../../../test/harness/users.ts'
import { createChainFixture } from '../../../platform/chain/chain-testbed.ts'
import { referenceHash } from '../../../platform/chain/contract.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type BadgeTestbed, createBadgeTestbed } from '../badge-testbed.ts'
import { mintReference } from './badge-token.ts'
import { badgeChainEffects } from './chain-effects.ts'
import { enqueueBadgeBatch } from './enqueue-badge-batch.ts'
import { enqueueBadgeMint } from './enqueue-badge-mint.ts'
import { MINT_GAS } from './mint-gas.ts'
import { retryDueMints } from './retry-due-mints.ts'

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

test('due mints are enqueued in batches, once each, and a confirmed batch stores the token of each badge', async () => {
  const chain = await createChainFixture()
  try {
    await testbed.db`delete from chain_transaction`
    await testbed.db`update badge_progress set mint_started_at = null, mint_retry_at = null, mint_failures = 0`
    // One mint has failed before, so it is not part of a batch.
    await testbed.db`update badge_progress set mint_failures = 1 where user_id = ${users[0]}`
    const { write, db } = testbed.platform
    const config = { publicUrl: 'https://lyceum.example', badges: { dailyGas: 8n * MINT_GAS } } as never
    const now = new Date('2026-12-01T10:00:00.000Z')
    await Promise.all(Array.from({ length: 5 }, () => retryDueMints({ db, write, config }, { now })))
    const rows = await testbed.db<{ kind: string; reference: string; callData: Buffer }>`
      select kind, reference, call_data as "callData" from chain_transaction order by kind`
    const [single, ...batches] = rows
    expect([single!.kind, new Set(batches.map(({ kind }) => kind))]).toEqual([
      'badges.mint',
      new Set(['badges.mint_batch']),
    ])
    // Two of ten are above the budget of the day.
    const [started] = await testbed.db<{ count: number; batched: number }>`
      select count(*)::integer as count, count(mint_batch)::integer as batched from badge_progress
      where mint_started_at is not null`
    expect(started).toEqual({ count: 8, batched: 7 })

    const address = chain.chain.contracts.AchievementBadge!
    for (const { reference, callData } of batches) {
      const { hash } = await chain.sendTo(chain.minter, address, `0x${callData.toString('hex')}`)
      const logs = (await chain.chain.readTransactionLogs(hash))!
      const confirmed = { reference, kind: 'badges.mint_batch', transactionHash: hash, blockNumber: 1, logs }
      await write((tx) =>
        badgeChainEffects['badges.mint_batch']!.confirmed(tx, { ...confirmed, at: now.toISOString() }, now),
      )
    }
    const minted = await testbed.db<{ userId: UserId; tokenId: string }>`
      select user_id as "userId", token_id as "tokenId" from badge_progress where minted_at is not null`
    expect(minted).toHaveLength(7)
    for (const { userId, tokenId } of minted) {
      const reference = referenceHash(mintReference(userId, 'FIRST_STEPS'))
      expect(await chain.chain.read(AchievementBadge, 'tokenOfReference', [reference])).toBe(BigInt(tokenId))
    }
  } finally {
    await chain.stop()
  }
})

test('the badges of a failed batch are minted alone', async () => {
  await testbed.db`delete from chain_transaction`
  await testbed.db`
    update badge_progress set mint_started_at = null, mint_retry_at = null, mint_failures = 0, minted_at = null`
  const { write } = testbed.platform
  const now = new Date('2026-12-05T10:00:00.000Z')
  const badges = users.map((userId) => ({ userId, badgeType: 'FIRST_STEPS' }))
  await write((tx) =>
    enqueueBadgeBatch(tx, { badges, publicUrl: 'https://lyceum.example', dailyGas: 0n, now }),
  )
  const [batch] = await testbed.db<{ reference: string }>`select reference from chain_transaction`
  const failed = {
    reference: batch!.reference,
    kind: 'badges.mint_batch',
    reason: 'no',
    at: now.toISOString(),
  }
  await write((tx) => badgeChainEffects['badges.mint_batch']!.failed(tx, failed, now))
  const config = { publicUrl: 'https://lyceum.example', badges: { dailyGas: 0n } } as never
  await retryDueMints({ db: testbed.db, write, config }, { now })
  expect(await started()).toBe(10)
})
