import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AchievementBadge } from '../../../contracts/artifacts/AchievementBadge.ts'
import { CourseCertificate } from '../../../contracts/artifacts/CourseCertificate.ts'
import { createNetworkProxy, type NetworkProxy } from '../../../test/harness/processes/network-proxy.ts'
import type { TestUser } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import {
  CHAIN_ID,
  type ChainFixture,
  createChainFixture,
  privateKeyOf,
} from '../../platform/chain/chain-testbed.ts'
import { addMs, DAY_MS } from '../../platform/clock.ts'
import { retryDueMints } from '../badges/minting/retry-due-mints.ts'
import { type CertificateTestbed, createCertificateTestbed } from './certificate-testbed.ts'
import { retryDueTransactions } from './retry-due-transactions.ts'

setDefaultTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'lyceum-chain-away-'))
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

/** Both have what is asked of them here; the larger interface stands for either. */
type Minting = typeof CourseCertificate
const BADGES = AchievementBadge as unknown as Minting

const verify = (number: string) => testbed.call(`GET /certificates/verify/${number}`)

test('while the chain is away a claim is taken and nobody is told what is not known; it is minted when it is back', async () => {
  const minted = await testbed.certify()
  await testbed.untilStatus(minted.number, 'MINTED')
  await network.cut()
  const claimed = await testbed.certify('Grace Wanjiru')
  for (const { number } of [minted, claimed]) {
    const response = await verify(number)
    expect([response.status, response.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  }
  const page = await testbed.call(`GET //certificates/${minted.number}`)
  expect([page.status, page.body.includes('The chain could not be asked')]).toEqual([200, true])
  expect(page.body).not.toContain('Valid, on chain')
  await network.restore()
  await testbed.untilStatus(claimed.number, 'MINTED')
  expect((await verify(claimed.number)).body.data).toMatchObject({ valid: true, status: 'MINTED' })
})

async function mayMint(contract: Minting, isAllowed: boolean) {
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

test('a mint that the contract refuses is FAILED, waits, is tried again and is one token in the end; so is a badge', async () => {
  await mayMint(CourseCertificate, false)
  await mayMint(BADGES, false)
  const { user, number, id } = await testbed.certify('Joseph Mwangi')
  await testbed.untilStatus(number, 'FAILED')
  const { query } = testbed.test.database
  const [row] = await query`
    select failures, pending, retry_at > now() as waits, failure from certificate where number = ${number}`
  expect(row).toEqual({ failures: 1, pending: null, waits: true, failure: expect.any(String) })
  expect((await verify(number)).body.data).toMatchObject({
    valid: false,
    status: 'FAILED',
    onChain: { exists: false },
  })
  await waitUntil(async () => {
    const [badge] = await query<{ failures: number }>`
      select mint_failures as failures from badge_progress where user_id = ${user.id} and badge_type = 'FIRST_STEPS'`
    return badge!.failures === 1
  }, 60)

  // Not due yet, so nothing is done.
  const deps = { db: query, write: testbed.write }
  expect(await retryDueTransactions(deps, { now: new Date() })).toBe(0)
  await mayMint(CourseCertificate, true)
  await mayMint(BADGES, true)
  const now = addMs(new Date(), 2 * DAY_MS)
  const config = { publicUrl: testbed.url } as never
  await Promise.all(Array.from({ length: 10 }, () => retryDueTransactions(deps, { now })))
  await Promise.all(Array.from({ length: 10 }, () => retryDueMints({ ...deps, config }, { now })))
  await testbed.untilStatus(number, 'MINTED')
  await waitUntil(() => isBadgeMinted(user), 60)
  const { onChain, valid } = (await verify(number)).body.data
  expect(valid).toBe(true)
  const balanceOf = (contract: Minting) => chain.chain.read(contract, 'balanceOf', [onChain.owner])
  expect(await Promise.all([CourseCertificate, BADGES].map(balanceOf))).toEqual([1n, 1n])
  const transactions = await query`
    select reference from chain_transaction where reference like ${`certificate:${id}%`}`
  expect(transactions).toHaveLength(1)
})

test('a learner who has no wallet yet gets the certificate when there is one', async () => {
  const user = await testbed.register()
  await testbed.finish(user)
  const { query } = testbed.test.database
  const [wallet] = await query`delete from wallet where user_id = ${user.id} returning *`
  const { body } = await testbed.claim(user)
  const number = body.data.certificateNumber
  const [row] =
    await query`select status, pending, retry_at is not null as owed from certificate where number = ${number}`
  expect(row).toEqual({ status: 'MINTING', pending: null, owed: true })
  await query`
    insert into wallet (user_id, address, owner_address, sealed_key, sealed_data_key, created_at)
    values (${user.id}, ${wallet!.address}, ${wallet!.owner_address}, ${wallet!.sealed_key}, ${wallet!.sealed_data_key}, now())`
  await retryDueTransactions({ db: query, write: testbed.write }, { now: addMs(new Date(), DAY_MS) })
  await testbed.untilStatus(number, 'MINTED')
})
