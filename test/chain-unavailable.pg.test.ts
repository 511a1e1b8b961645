import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AchievementBadge } from '../contracts/artifacts/AchievementBadge.ts'
import { CourseCertificate } from '../contracts/artifacts/CourseCertificate.ts'
import { retryDueMints } from '../src/modules/badges/minting/retry-due-mints.ts'
import {
  type CertificateTestbed,
  createCertificateTestbed,
} from '../src/modules/certificates/certificate-testbed.ts'
import { retryDueTransactions } from '../src/modules/certificates/retry-due-transactions.ts'
import {
  CHAIN_ID,
  type ChainFixture,
  createChainFixture,
  privateKeyOf,
} from '../src/platform/chain/chain-testbed.ts'
import { addMs, DAY_MS } from '../src/platform/clock.ts'
import type { TestUser } from './harness/api-client.ts'
import { createNetworkProxy, type NetworkProxy } from './harness/processes/network-proxy.ts'
import { waitUntil } from './harness/wait-until.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-chain-unavailable-'))
let chain: ChainFixture
let network: NetworkProxy
let testbed: CertificateTestbed
beforeAll(async () => {
  chain = await createChainFixture()
  network = await createNetworkProxy(chain.embedded.url())
  const [contracts, key] = ['contracts.json', 'relayer.key'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  writeFileSync(contracts, JSON.stringify({ chainId: CHAIN_ID, contracts: chain.chain.contracts }))
  writeFileSync(key, privateKeyOf('minter'))
  testbed = await createCertificateTestbed({
    CHAIN: 'on',
    CHAIN_RPC_URL: network.url,
    CHAIN_ID: String(CHAIN_ID),
    CHAIN_CONFIRMATIONS: '1',
    CHAIN_CONTRACTS_FILE: contracts,
    RELAYER_PRIVATE_KEY_FILE: key,
    LOG_LEVEL: 'silent',
  })
})
afterAll(async () => {
  await testbed?.stop()
  await network?.close()
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Both contracts have the functions that this test calls. */
type Minting = typeof CourseCertificate
const BADGES = AchievementBadge as unknown as Minting

const verify = (number: string) => testbed.call(`GET /certificates/verify/${number}`)

test('a certificate that is claimed while the chain is unavailable is not reported as valid, and is minted when the chain is back', async () => {
  const minted = await testbed.certify()
  await testbed.untilStatus(minted.number, 'MINTED')
  await network.cut()
  const claimed = await testbed.certify('Grace Wanjiru')
  for (const { number } of [minted, claimed]) {
    const response = await verify(number)
    expect([response.status, response.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  }
  const page = await testbed.call(`GET //certificates/${minted.number}`)
  expect([page.status, page.body.includes('The chain is unavailable')]).toEqual([200, true])
  expect(page.body).not.toContain('Valid, on chain')
  await network.restore()
  await testbed.untilStatus(claimed.number, 'MINTED')
  expect((await verify(claimed.number)).body.data).toMatchObject({ valid: true, status: 'MINTED' })
})

async function allowMinting(contract: Minting, isAllowed: boolean) {
  const role = await chain.chain.read(contract, 'MINTER_ROLE', [])
  const change = isAllowed ? 'grantRole' : 'revokeRole'
  const sent = await chain.send(chain.admin, contract, change, [role, chain.minter.address])
  expect(sent.status).toBe(1n)
}

async function isBadgeMinted(user: TestUser): Promise<boolean> {
  const { body } = await testbed.call('GET /badges/progress/me', { token: user.accessToken })
  return (
    body.data.find(({ badgeType }: { badgeType: string }) => badgeType === 'FIRST_STEPS').isMintedOnChain ===
    true
  )
}

test('certificate and badge mints that the contract rejects are retried with backoff and result in one token each', async () => {
  await allowMinting(CourseCertificate, false)
  await allowMinting(BADGES, false)
  const { user, number, id } = await testbed.certify('Joseph Mwangi')
  await testbed.untilStatus(number, 'FAILED')
  const { query } = testbed.test.database
  const [row] = await query`
    select failed_attempts as failures, pending_step as pending, retry_at > now() as waits, last_error as error
    from certificate where number = ${number}`
  expect(row).toEqual({ failures: 1, pending: null, waits: true, error: expect.any(String) })
  expect((await verify(number)).body.data).toMatchObject({
    valid: false,
    status: 'FAILED',
    onChain: { exists: false },
  })
  await waitUntil(async () => {
    const [badge] = await query<{ failures: number }>`
      select mint_failures as failures from badge_progress where user_id = ${user.id} and badge_type = 'FIRST_STEPS'`
    return badge!.failures === 1
  })

  // No certificate is due yet.
  const deps = { db: query, write: testbed.write }
  expect(await retryDueTransactions(deps, { now: new Date() })).toBe(0)
  await allowMinting(CourseCertificate, true)
  await allowMinting(BADGES, true)
  const now = addMs(new Date(), 2 * DAY_MS)
  const config = { publicUrl: testbed.url, badges: { dailyGas: 0n } } as never
  await Promise.all(Array.from({ length: 10 }, () => retryDueTransactions(deps, { now })))
  await Promise.all(Array.from({ length: 10 }, () => retryDueMints({ ...deps, config }, { now })))
  await testbed.untilStatus(number, 'MINTED')
  await waitUntil(() => isBadgeMinted(user))
  const { onChain, valid } = (await verify(number)).body.data
  expect(valid).toBe(true)
  const balanceOf = (contract: Minting) => chain.chain.read(contract, 'balanceOf', [onChain.owner])
  expect(await Promise.all([CourseCertificate, BADGES].map(balanceOf))).toEqual([1n, 1n])
  const transactions = await query`
    select reference from chain_transaction where reference like ${`certificate:${id}%`}`
  expect(transactions).toHaveLength(1)
})

test('a certificate of a user without a wallet is minted when the wallet exists', async () => {
  const user = await testbed.register()
  await testbed.finish(user)
  const { query } = testbed.test.database
  const [wallet] = await query`delete from wallet where user_id = ${user.id} returning *`
  const { body } = await testbed.claim(user)
  const number = body.data.certificateNumber
  const [row] =
    await query`select status, pending_step as pending, retry_at is not null as scheduled from certificate
      where number = ${number}`
  expect(row).toEqual({ status: 'MINTING', pending: null, scheduled: true })
  await query`
    insert into wallet (user_id, address, owner_address, sealed_key, sealed_data_key, created_at)
    values (${user.id}, ${wallet!.address}, ${wallet!.owner_address}, ${wallet!.sealed_key}, ${wallet!.sealed_data_key}, now())`
  await retryDueTransactions({ db: query, write: testbed.write }, { now: addMs(new Date(), DAY_MS) })
  await testbed.untilStatus(number, 'MINTED')
})
