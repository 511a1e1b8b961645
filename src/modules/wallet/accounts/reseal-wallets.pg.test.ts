import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { keccak256, stringToHex } from 'viem'
import { expectPlainWords, runCommand } from '../../../../test/harness/processes/command.ts'
import type { UserId } from '../../../platform/ids.ts'
import { createWalletBed, type WalletBed } from '../wallet-testbed.ts'
import { makeWallets } from './make-wallet.ts'
import { openOwnerAccount } from './open-owner-account.ts'
import { resealWallets } from './reseal-wallets.ts'
import { openDataKey, useWalletSealKeys } from './seal-keys.ts'

setDefaultTimeout(120_000)

const FIRST = 'the-first-key-that-seals-wallets-0123456789'
const SECOND = 'the-second-key-that-seals-wallets-0123456789'
const WALLETS = 12

let bed: WalletBed
let users: UserId[]
beforeAll(async () => {
  bed = await createWalletBed()
})
afterAll(() => bed.test.drop())
afterEach(() => useWalletSealKeys({}))
beforeEach(async () => {
  await bed.database.query`delete from wallet`
  users = await Promise.all(Array.from({ length: WALLETS }, async () => (await bed.addCaller()).userId))
  const accountAddress = (owner: string) => keccak256(stringToHex(owner)).slice(0, 42) as `0x${string}`
  await bed.write((tx) => makeWallets(tx, { userIds: users, accountAddress, now: new Date() }))
})

const parts = () => ({ db: bed.database.query, write: bed.write })
const openAll = () => Promise.all(users.map((userId) => openOwnerAccount(bed.database.query, userId)))
const seals = async () => {
  const rows = await bed.database.query<{ sealed: Buffer }>`
    select sealed_data_key as sealed from wallet order by user_id`
  return rows.map(({ sealed }) => sealed)
}

test('every wallet opens under the new key alone afterwards, to the owner that it had', async () => {
  const owners = (await openAll()).map(({ address }) => address)
  useWalletSealKeys({ current: FIRST })
  expect(await resealWallets(parts())).toEqual({ resealed: WALLETS, kept: 0, unopened: [] })
  useWalletSealKeys({ current: SECOND, previous: FIRST })
  expect(await resealWallets(parts())).toEqual({ resealed: WALLETS, kept: 0, unopened: [] })
  expect(await resealWallets(parts())).toEqual({ resealed: 0, kept: WALLETS, unopened: [] })
  useWalletSealKeys({ current: SECOND })
  expect((await openAll()).map(({ address }) => address)).toEqual(owners)
  useWalletSealKeys({ current: FIRST })
  await expect(openAll()).rejects.toThrow()
})

test('stopped half-way, all wallets open by the keys in force, and the next run seals the rest', async () => {
  useWalletSealKeys({ current: FIRST })
  const stopping = new AbortController()
  const stopped = await resealWallets(parts(), {
    atOnce: 5,
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  })
  expect(stopped).toEqual({ resealed: 5, kept: 0, unopened: [] })
  await openAll()
  expect(await resealWallets(parts(), { atOnce: 5 })).toEqual({
    resealed: WALLETS - 5,
    kept: 5,
    unopened: [],
  })
})

test('a key opens at every moment for who has both keys, and not for who has only the new one', async () => {
  useWalletSealKeys({ current: FIRST })
  await resealWallets(parts())
  useWalletSealKeys({ current: SECOND })
  await expect(openAll()).rejects.toThrow()

  useWalletSealKeys({ current: SECOND, previous: FIRST })
  let isDone = false
  let opened = 0
  const opening = (async () => {
    while (!isDone) {
      await openAll()
      opened++
    }
  })()
  await resealWallets(parts(), { atOnce: 1 })
  isDone = true
  await opening
  expect(opened).toBeGreaterThan(1)
})

test('who is told of the new key first opens what others seal with it, and goes on sealing as before', async () => {
  useWalletSealKeys({ current: FIRST })
  await resealWallets(parts())
  useWalletSealKeys({ previous: FIRST })
  await openAll()
  const [userId] = [(await bed.addCaller()).userId]
  const accountAddress = () => `0x${'22'.repeat(20)}` as const
  await bed.write((tx) => makeWallets(tx, { userIds: [userId], accountAddress, now: new Date() }))
  useWalletSealKeys({})
  await openOwnerAccount(bed.database.query, userId)
})

test('of ten who reseal at once, each wallet is sealed anew by one', async () => {
  useWalletSealKeys({ current: FIRST })
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => resealWallets(parts())))
  expect(outcomes.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(WALLETS)
  for (const sealed of await seals()) expect(openDataKey(sealed).isCurrent).toBe(true)
})

test('a wallet that none of the keys opens, or opens to another owner, is named and left as it is', async () => {
  const [damaged, strange] = users as [UserId, UserId]
  const { query } = bed.database
  await query`update wallet set sealed_data_key = '\\x00112233' where user_id = ${damaged}`
  await query`update wallet set owner_address = ${`0x${'11'.repeat(20)}`} where user_id = ${strange}`
  const before = await seals()
  useWalletSealKeys({ current: FIRST })
  const { resealed, unopened } = await resealWallets(parts())
  expect([resealed, unopened.sort()]).toEqual([WALLETS - 2, [damaged, strange].sort()])
  const after = await seals()
  expect(after.filter((sealed, index) => sealed.equals(before[index]!))).toHaveLength(2)
})

test('the command seals them, says so, and refuses without a key to seal with', async () => {
  const environment = { DATABASE_URL: bed.test.url, SECRET_KEY: 'a-secret-key-for-tests-only-0123456789' }
  expectPlainWords(await runCommand(['wallet', 'reseal'], environment), 'WALLET_SEAL_KEY must be set')
  expectPlainWords(
    await runCommand(['wallet', 'reseal'], { ...environment, WALLET_SEAL_KEY: 'short' }),
    'WALLET_SEAL_KEY',
    'at least 32 characters',
  )
  const { code, output, errors } = await runCommand(['wallet', 'reseal'], {
    ...environment,
    WALLET_SEAL_KEY: FIRST,
  })
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain(`${WALLETS} were sealed anew, 0 were so already.`)
  useWalletSealKeys({ current: FIRST })
  await openAll()
})
