import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isAddress } from 'viem'
import { TestUsdt } from '../../../../contracts/artifacts/TestUsdt.ts'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { createTestDatabase } from '../../../../test/harness/database.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import { insertUsers } from '../../../../test/harness/users.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { accountAddress } from '../../../platform/chain/account-address.ts'
import { referenceHash } from '../../../platform/chain/contract.ts'
import { createHttpRpc } from '../../../platform/chain/http-rpc.ts'
import { enqueueTransaction } from '../../../platform/chain/relayer/enqueue-transaction.ts'
import {
  beforeDeployment,
  signAsAccount,
} from '../../../platform/chain/smart-accounts/account-message-testbed.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { useSecretKey } from '../../../platform/secrets.ts'
import { reactionTable } from '../../../platform/transaction/reactions.ts'
import { createWrite } from '../../../platform/transaction/write.ts'
import { createKeyWallet } from '../chain-wallet-testbed.ts'
import { getOwnerSigner } from '../public/owner-signer.ts'
import { listUsersByAddress } from '../public/wallet-addresses.ts'
import { accountSalt } from './account-salt.ts'

const SECRET_KEY = 'a-secret-key-for-tests-only-0123456789'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ CHAIN: 'on', SECRET_KEY })
})
afterAll(() => service.stop())

const balanceOf = (token: string, userId: string) =>
  service.call(`GET /blockchain/user/${userId}/balance`, { token })
const profileOf = async ({ accessToken }: TestUser) =>
  (await service.call('GET /user/profile', { token: accessToken })).body.data
const configOf = async ({ accessToken }: TestUser) =>
  (await service.call('GET /blockchain/config', { token: accessToken })).body.data

async function registerAdmin(): Promise<string> {
  const { id, email, password } = await service.register()
  await service.test.database.query`update user_account set role = 'ADMIN' where id = ${id}`
  const response = await service.call('POST /auth/login', { body: { email, password } })
  return response.body.data.accessToken
}

async function signInByCode(email: string): Promise<{ id: string; walletAddress: string }> {
  await service.call('POST /auth/otp/request', { body: { email } })
  const body = { email, otpCode: await service.codeFor(email), username: `coded_${process.pid}` }
  return (await service.call('POST /auth/otp/login', { body })).body.data.user
}

describe('createWallet', () => {
  test('the response to a registration has the wallet address', async () => {
    const email = `first${process.pid}@example.com`
    const body = { email, username: `first_${process.pid}`, password: 'pass-phrase-first' }
    const { user, accessToken } = (await service.call('POST /auth/register', { body })).body.data
    expect(isAddress(user.walletAddress)).toBe(true)
    const { body: profile } = await service.call('GET /user/profile', { token: accessToken })
    expect(profile.data.walletAddress).toBe(user.walletAddress)
    const address = user.walletAddress.toLowerCase()
    const owners = await listUsersByAddress(service.test.database.query, [address])
    expect([...owners]).toEqual([[address, user.id]])
  })

  test('every kind of registration creates a different wallet', async () => {
    const coded = await signInByCode(`coded${process.pid}@example.com`)
    const users = await Promise.all(Array.from({ length: 20 }, () => service.register()))
    const addresses = await Promise.all(users.map(async (user) => (await profileOf(user)).walletAddress))
    addresses.push(coded.walletAddress)
    expect(addresses.every((address) => isAddress(address))).toBe(true)
    expect(new Set(addresses).size).toBe(21)
  })

  test('the wallet is the smart account of a key that the service can unseal', async () => {
    const user = await service.register()
    const { contracts } = await configOf(user)
    const { signer: owner } = await getOwnerSigner(service.test.database.query, user.id as UserId)
    const origin = { factory: contracts.AccountFactory, implementation: contracts.SmartAccount }
    expect((await profileOf(user)).walletAddress).toBe(
      accountAddress(origin, owner.address, accountSalt(user.id as UserId)),
    )
  })

  test('a wallet of the service cannot be linked, not even with its signature', async () => {
    const [victim, thief] = [await service.register(), await service.register()]
    const { chainId, contracts } = await configOf(victim)
    const { walletAddress: account } = await profileOf(victim)
    const { signer: owner } = await getOwnerSigner(service.test.database.query, victim.id as UserId)
    for (const user of [thief, victim]) {
      const token = user.accessToken
      const asked = await service.call(`GET /blockchain/link-wallet/nonce?address=${account}`, { token })
      const { message } = asked.body.data
      const signed = await signAsAccount({ account, chainId, message, sign: (hash) => owner.sign({ hash }) })
      const salt = accountSalt(victim.id as UserId)
      const signature = beforeDeployment(signed, {
        factory: contracts.AccountFactory,
        owner: owner.address,
        salt,
      })
      const body = { walletAddress: account, message, signature }
      const response = await service.call('POST /blockchain/link-wallet', { token, body })
      expect([response.status, response.body.error?.code]).toEqual([409, 'WALLET_ALREADY_LINKED'])
    }
  })

  test('a job creates missing wallets', async () => {
    const { query } = service.test.database
    const old = await insertUsers(query, 5)
    await query`insert into outbox (id, job, data) values (${Bun.randomUUIDv7()}, 'wallet.create_missing', '{}')`
    await waitUntil(async () => {
      const [row] = await query<{ count: number }>`
        select count(*)::int as count from wallet where user_id = any(${old}::uuid[])`
      return row!.count === 5
    })
    expect((await getOwnerSigner(query, old[0]!)).signer.address).toMatch(/^0x/)
  })
})

describe('with an unavailable chain', () => {
  let dark: TestService
  beforeAll(async () => {
    dark = await startTestService({ CHAIN: 'off', SECRET_KEY })
  })
  afterAll(() => dark.stop())

  test('registration creates a wallet and the balance is refused while the chain is unavailable', async () => {
    const user = await dark.register()
    const { body } = await dark.call('GET /user/profile', { token: user.accessToken })
    expect(isAddress(body.data.walletAddress)).toBe(true)
    const balance = await dark.call('GET /blockchain/user/me/balance', { token: user.accessToken })
    expect(balance.status).toBe(503)
    expect(balance.headers.get('retry-after')).toBeString()
    const config = await dark.call('GET /blockchain/config', { token: user.accessToken })
    expect([config.status, config.body.data.chainId, config.body.data.rpcUrl]).toEqual([200, 31_337, null])
  })

  test('a signature that needs the chain is neither accepted nor rejected while the chain is unavailable', async () => {
    const [user, wallet] = [await dark.register(), createKeyWallet()]
    const token = user.accessToken
    const asked = await dark.call(`GET /blockchain/link-wallet/nonce?address=${wallet.address}`, { token })
    const { message } = asked.body.data
    const link = (signature: string) =>
      dark.call('POST /blockchain/link-wallet', {
        token,
        body: { walletAddress: wallet.address, message, signature },
      })
    // It is not the signature of the key, so a contract at the address may accept it.
    expect((await link(await createKeyWallet().signMessage(message))).status).toBe(503)
    // The signature of the key needs no chain.
    expect((await link(await wallet.signMessage(message))).status).toBe(200)
  })
})

describe('GET /blockchain/balance', () => {
  test('the balance is read from the chain in whole tokens for the user’s address', async () => {
    const user = await service.register()
    const { walletAddress } = await profileOf(user)
    const { network, chainId } = await configOf(user)
    for (const name of ['me', user.id]) {
      const response = await balanceOf(user.accessToken, name)
      expect([response.status, response.body]).toEqual([
        200,
        {
          success: true,
          data: {
            userId: user.id,
            walletAddress,
            network,
            chainId,
            xpTokenBalance: '0',
            gemTokenBalance: '0',
            usdtBalance: '0',
            nativeEthBalance: '0',
            nftBadgesCount: 0,
          },
        },
      ])
    }
  })

  test('the balance shows the USDT that the user has on the chain', async () => {
    const user = await service.register()
    const { walletAddress } = await profileOf(user)
    const { database } = service.test
    const reference = `usdt:${user.id}`
    await createWrite(database, reactionTable([]), () => {})((tx) =>
      enqueueTransaction(tx, {
        reference,
        kind: 'test.usdt',
        contract: TestUsdt,
        functionName: 'mint',
        args: [referenceHash(reference), walletAddress, 9_142_945n],
      }),
    )
    await waitUntil(async () => {
      const { body } = await balanceOf(user.accessToken, 'me')
      return body.data.usdtBalance === '9.142945'
    })
  })

  test('the configuration has the URL of a node that clients can use', async () => {
    const { rpcUrl, chainId } = await configOf(await service.register())
    const rpc = createHttpRpc(() => rpcUrl)
    expect(Number(await rpc.request<string>('eth_chainId', []))).toBe(chainId)
  })

  test('only the user and administrators can read a balance', async () => {
    const [user, other] = [await service.register(), await service.register()]
    for (const id of [other.id, newId()]) {
      const response = await balanceOf(user.accessToken, id)
      expect([response.status, response.body.error.code]).toEqual([403, 'FORBIDDEN'])
    }
    const admin = await registerAdmin()
    expect((await balanceOf(admin, user.id)).body.data.userId).toBe(user.id)
    expect((await balanceOf(admin, newId())).status).toBe(404)
    expect((await balanceOf(user.accessToken, 'somebody')).status).toBe(404)
    expect((await service.call('GET /blockchain/user/me/balance')).status).toBe(401)
  })
})

describe('personal data', () => {
  async function withAll(): Promise<TestUser & { linked: string }> {
    const [user, wallet] = [await service.register(), createKeyWallet()]
    const token = user.accessToken
    await service.call('POST /auth/set-wallet-pin', { token, body: { pin: '739164' } })
    await service.call('POST /auth/verify-wallet-pin', { token, body: { pin: '739164' } })
    const asked = await service.call(`GET /blockchain/link-wallet/nonce?address=${wallet.address}`, { token })
    const { message } = asked.body.data
    const signature = await wallet.signMessage(message)
    const body = { walletAddress: wallet.address, message, signature }
    await service.call('POST /blockchain/link-wallet', { token, body })
    return { ...user, linked: wallet.address }
  }

  test('the export contains wallet, linked wallets and PIN state, but no secret', async () => {
    const user = await withAll()
    const { body } = await service.call('GET /user/export', { token: user.accessToken })
    expect(body.data.wallet).toEqual({
      wallet: { address: (await profileOf(user)).walletAddress, createdAt: expect.any(String) },
      linkedWallets: [{ address: user.linked, linkedAt: expect.any(String) }],
      linkRequests: [
        {
          address: user.linked,
          issuedAt: expect.any(String),
          expiresAt: expect.any(String),
          usedAt: expect.any(String),
        },
      ],
      pin: {
        wrongInARow: 0,
        lockedUntil: null,
        setAt: expect.any(String),
        offRampBlockedUntil: null,
      },
    })
    expect(body.data.settlement).toEqual([])
    expect(JSON.stringify(body)).not.toMatch(/argon2|sealed|739164/)
  })

  test('erasure deletes PIN and links and keeps the wallet without a name', async () => {
    const user = await withAll()
    const body = { password: user.password }
    const { status } = await service.call('DELETE /user/account', { token: user.accessToken, body })
    expect(status).toBe(200)
    const { query } = service.test.database
    const [left] = await query`
      select (select count(*)::int from wallet_pin where user_id = ${user.id}) as pins,
        (select count(*)::int from pin_token where user_id = ${user.id}) as tokens,
        (select count(*)::int from linked_wallet where user_id = ${user.id}) as links,
        (select count(*)::int from link_challenge where user_id = ${user.id}) as challenges,
        (select count(*)::int from wallet where user_id = ${user.id}) as wallets`
    expect(left).toEqual({ pins: 0, tokens: 0, links: 0, challenges: 0, wallets: 1 })
    expect((await listUsersByAddress(query, [user.linked])).size).toBe(0)
  })
})

test('demo users and staff have wallets', async () => {
  const database = await createTestDatabase()
  const demo = await startTestService({ DEMO_CONTENT: 'on', SECRET_KEY }, database)
  try {
    const rows = await database.database.query<{ email: string; address: string | null }>`
      select email, address from user_account left join wallet on user_id = id order by email`
    expect(rows.map(({ email, address }) => [email, address !== null && isAddress(address)])).toEqual([
      ['admin@lyceum.local', true],
      ['author@lyceum.local', true],
      ['learner@lyceum.local', true],
      ['rival@lyceum.local', true],
    ])
  } finally {
    await demo.stop()
    await database.drop()
    useSecretKey(SECRET_KEY)
  }
})
