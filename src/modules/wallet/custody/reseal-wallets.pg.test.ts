import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { keccak256, stringToHex } from 'viem'
import { expectReadableError, runCommand } from '../../../../test/harness/processes/run-command.ts'
import type { UserId } from '../../../platform/ids.ts'
import { useSecretKey } from '../../../platform/secrets.ts'
import { getOwnerSigner } from '../public/owner-signer.ts'
import { createWalletTestbed, type WalletTestbed } from '../wallet-testbed.ts'
import { createWallets } from './create-wallet.ts'
import { resealWallets } from './reseal-wallets.ts'
import { setWalletSealKeys, unsealDataKey } from './seal-keys.ts'

const SECRET_KEY = 'a-secret-key-for-tests-only-0123456789'
const FIRST = 'the-first-key-that-seals-wallets-0123456789'
const SECOND = 'the-second-key-that-seals-wallets-0123456789'
const WALLETS = 12

let testbed: WalletTestbed
let users: UserId[]
beforeAll(async () => {
  // A service of an earlier test file in the same process may have set another key.
  useSecretKey(SECRET_KEY)
  testbed = await createWalletTestbed()
})
afterAll(() => testbed.test.drop())
afterEach(() => setWalletSealKeys({}))
beforeEach(async () => {
  await testbed.database.query`delete from wallet`
  users = await Promise.all(Array.from({ length: WALLETS }, async () => (await testbed.addCaller()).userId))
  const accountAddress = (owner: string) => keccak256(stringToHex(owner)).slice(0, 42) as `0x${string}`
  await testbed.write((tx) => createWallets(tx, { userIds: users, accountAddress, now: new Date() }))
})

const deps = () => ({ db: testbed.database.query, write: testbed.write })
const unsealAll = () => Promise.all(users.map((userId) => getOwnerSigner(testbed.database.query, userId)))
const seals = async () => {
  const rows = await testbed.database.query<{ sealed: Buffer }>`
    select sealed_data_key as sealed from wallet order by user_id`
  return rows.map(({ sealed }) => sealed)
}

test('after resealing, the new key alone unseals every wallet to its owner', async () => {
  const owners = (await unsealAll()).map(({ signer }) => signer.address)
  setWalletSealKeys({ current: FIRST })
  expect(await resealWallets(deps())).toEqual({ resealed: WALLETS, alreadyCurrent: 0, failed: [] })
  setWalletSealKeys({ current: SECOND, previous: FIRST })
  expect(await resealWallets(deps())).toEqual({ resealed: WALLETS, alreadyCurrent: 0, failed: [] })
  expect(await resealWallets(deps())).toEqual({ resealed: 0, alreadyCurrent: WALLETS, failed: [] })
  setWalletSealKeys({ current: SECOND })
  expect((await unsealAll()).map(({ signer }) => signer.address)).toEqual(owners)
  setWalletSealKeys({ current: FIRST })
  await expect(unsealAll()).rejects.toThrow()
})

test('after an interruption all wallets can be unsealed, and the next run reseals the rest', async () => {
  setWalletSealKeys({ current: FIRST })
  const stopping = new AbortController()
  const stopped = await resealWallets(deps(), {
    batchSize: 5,
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  })
  expect(stopped).toEqual({ resealed: 5, alreadyCurrent: 0, failed: [] })
  await unsealAll()
  expect(await resealWallets(deps(), { batchSize: 5 })).toEqual({
    resealed: WALLETS - 5,
    alreadyCurrent: 5,
    failed: [],
  })
})

test('a process with both keys can unseal at any time, a process with only the new key cannot', async () => {
  setWalletSealKeys({ current: FIRST })
  await resealWallets(deps())
  setWalletSealKeys({ current: SECOND })
  await expect(unsealAll()).rejects.toThrow()

  setWalletSealKeys({ current: SECOND, previous: FIRST })
  let isDone = false
  let opened = 0
  const opening = (async () => {
    while (!isDone) {
      await unsealAll()
      opened++
    }
  })()
  await resealWallets(deps(), { batchSize: 1 })
  isDone = true
  await opening
  expect(opened).toBeGreaterThan(1)
})

test('a process with the next key as previous key unseals with it and seals with its current key', async () => {
  setWalletSealKeys({ current: FIRST })
  await resealWallets(deps())
  setWalletSealKeys({ previous: FIRST })
  await unsealAll()
  const [userId] = [(await testbed.addCaller()).userId]
  const accountAddress = () => `0x${'22'.repeat(20)}` as const
  await testbed.write((tx) => createWallets(tx, { userIds: [userId], accountAddress, now: new Date() }))
  setWalletSealKeys({})
  await getOwnerSigner(testbed.database.query, userId)
})

test('ten concurrent runs reseal each wallet once', async () => {
  setWalletSealKeys({ current: FIRST })
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => resealWallets(deps())))
  expect(outcomes.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(WALLETS)
  for (const sealed of await seals()) expect(unsealDataKey(sealed).isCurrent).toBe(true)
})

test('a wallet that no key unseals to its owner is reported and does not change', async () => {
  const [damaged, strange] = users as [UserId, UserId]
  const { query } = testbed.database
  await query`update wallet set sealed_data_key = '\\x00112233' where user_id = ${damaged}`
  await query`update wallet set owner_address = ${`0x${'11'.repeat(20)}`} where user_id = ${strange}`
  const before = await seals()
  setWalletSealKeys({ current: FIRST })
  const { resealed, failed } = await resealWallets(deps())
  expect([resealed, failed.sort()]).toEqual([WALLETS - 2, [damaged, strange].sort()])
  const after = await seals()
  expect(after.filter((sealed, index) => sealed.equals(before[index]!))).toHaveLength(2)
})

test('the command reseals wallets, prints the result and fails without a key', async () => {
  const environment = { DATABASE_URL: testbed.test.url, SECRET_KEY }
  expectReadableError(await runCommand(['wallet', 'reseal'], environment), 'WALLET_SEAL_KEY must be set')
  expectReadableError(
    await runCommand(['wallet', 'reseal'], { ...environment, WALLET_SEAL_KEY: 'short' }),
    'WALLET_SEAL_KEY',
    'at least 32 characters',
  )
  const { code, output, errors } = await runCommand(['wallet', 'reseal'], {
    ...environment,
    WALLET_SEAL_KEY: FIRST,
  })
  expect([code, errors]).toEqual([0, ''])
  expect(output).toContain(`${WALLETS} wallets were resealed, 0 were already current.`)
  setWalletSealKeys({ current: FIRST })
  await unsealAll()
})
