import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Address, parseEther } from 'viem'
import { CourseCertificate } from '../contracts/artifacts/CourseCertificate.ts'
import { XpToken } from '../contracts/artifacts/XpToken.ts'
import { settleRewardsJob } from '../src/modules/settlement/settle-rewards.ts'
import { createKeyWallet } from '../src/modules/wallet/chain-wallet-testbed.ts'
import { pollChainLogsJob } from '../src/modules/webhooks/jobs.ts'
import { referenceHash } from '../src/platform/chain/contract.ts'
import { enqueueTransaction } from '../src/platform/chain/relayer/enqueue-transaction.ts'
import type { JobDefinition } from '../src/platform/transaction/define-job.ts'
import { createWrite, type Write } from '../src/platform/transaction/write.ts'
import type { TestUser } from './harness/api-client.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { waitUntil } from './harness/wait-until.ts'

let service: TestService
let write: Write
beforeAll(async () => {
  service = await startTestService({ CHAIN: 'on', DEMO_CONTENT: 'on' })
  write = createWrite(service.test.database, new Map(), () => {})
  // The scheduled job would run within a minute.
  await ring(pollChainLogsJob)
})
afterAll(() => service.stop())

const ring = (job: JobDefinition<Record<string, never>>) => write(async (tx) => tx.enqueue(job, {}))

const balanceOf = async ({ accessToken }: TestUser) =>
  (await service.call('GET /blockchain/user/me/balance', { token: accessToken })).body.data

const totalXpOf = async ({ accessToken }: TestUser) =>
  (await service.call('GET /user/profile', { token: accessToken })).body.data.totalXP

const notesOf = async (transactionHash: string) => {
  const rows = await service.test.database.query<{ state: string; note: string }>`
    select state, outcome_note as note from webhook_event
    where convert_from(body, 'UTF8')::jsonb ->> 'transactionHash' = ${transactionHash}`
  return rows.map(({ state, note }) => `${state}: ${note}`)
}

/** Mints by the relayer without a settlement: for the ledger it is a mint by another party. */
async function mintXp(reference: string, to: Address, whole: string): Promise<void> {
  await write((tx) =>
    enqueueTransaction(tx, {
      reference,
      kind: 'test.mint',
      contract: XpToken,
      functionName: 'mintBatch',
      args: [referenceHash(reference), [to], [parseEther(whole)]],
    }).then(() => undefined),
  )
}

/** Completes a first lesson, and returns the XP that it earned. */
async function learn({ accessToken: token }: TestUser): Promise<number> {
  const { body } = await service.call('GET /course?limit=100', { token })
  const course = body.data.find(({ isPremium }: { isPremium: boolean }) => !isPremium)
  const whole = await service.call(`GET /course/${course.id}`, { token })
  const lesson = whole.body.data.lessons[0].id
  const done = await service.call(`POST /user-lessons/${lesson}/complete`, { token, body: {} })
  return done.body.data.newTotalXP
}

/** Settles all rewards, and waits until the XP of a user is on the chain. */
async function settle(user: TestUser, earned: number): Promise<void> {
  await ring(settleRewardsJob)
  await waitUntil(async () => (await balanceOf(user)).xpTokenBalance === String(earned))
}

test('a reward that the service settled is not credited a second time', async () => {
  const user = await service.register()
  const earned = await learn(user)
  await settle(user, earned)
  const notes = async () => {
    const [batch] = await service.test.database.query<{ hash: string }>`
      select transaction_hash as hash from settlement_batch where asset = 'XP' and status = 'CONFIRMED'`
    return batch ? await notesOf(batch.hash) : []
  }
  await waitUntil(async () => (await notes()).some((note) => note.startsWith('IGNORED')))
  expect(await notes()).toEqual([expect.stringMatching(/^IGNORED: 0x[0-9a-f]{64} is our own settlement\.$/)])
  expect(await totalXpOf(user)).toBe(earned)
})

test('a mint by another party is credited once and not minted again', async () => {
  const [user, other] = [await service.register(), await service.register()]
  const { walletAddress } = await balanceOf(user)
  await mintXp(`test:${user.id}`, walletAddress, '40.5')
  await waitUntil(async () => (await totalXpOf(user)) === 40)
  await settle(other, await learn(other))
  expect((await balanceOf(user)).xpTokenBalance).toBe('40.5')
  expect(await totalXpOf(user)).toBe(40)
})

test('a mint to an unknown address is credited when a user links the address', async () => {
  const user = await service.register()
  const wallet = createKeyWallet()
  await mintXp(`test:${wallet.address}`, wallet.address, '25')
  const waiting = async () =>
    (
      await service.test.database.query`
        select 1 from webhook_event where match_key = ${`address:${wallet.address.toLowerCase()}`}`
    ).length
  await waitUntil(async () => (await waiting()) === 1)
  const token = user.accessToken
  const nonce = await service.call(`GET /blockchain/link-wallet/nonce?address=${wallet.address}`, { token })
  const { message } = nonce.body.data
  const signature = await wallet.signMessage(message)
  const linked = await service.call('POST /blockchain/link-wallet', {
    token,
    body: { walletAddress: wallet.address, message, signature },
  })
  expect(linked.status).toBe(200)
  await waitUntil(async () => (await totalXpOf(user)) === 25)
  expect(await waiting()).toBe(0)
})

test('a minted certificate is stored as an event of its user, with its number and without an effect', async () => {
  const user = await service.register()
  const { walletAddress } = await balanceOf(user)
  const reference = `test:certificate:${user.id}`
  await write((tx) =>
    enqueueTransaction(tx, {
      reference,
      kind: 'test.certificate',
      contract: CourseCertificate,
      functionName: 'mint',
      args: [referenceHash(reference), walletAddress, 'ipfs://somewhere'],
    }).then(() => undefined),
  )
  const storedEvents = async () => {
    const rows = await service.test.database.query<{ body: { data: object } }>`
      select convert_from(body, 'UTF8')::jsonb as body from webhook_event
      where user_id = ${user.id} and state = 'IGNORED'`
    return rows.map(({ body }) => body)
  }
  await waitUntil(async () => (await storedEvents()).length > 0)
  expect(await storedEvents()).toMatchObject([
    { eventType: 'CERTIFICATE_MINTED', data: { userAddress: walletAddress, amount: '1', tokenId: '1' } },
  ])
})
