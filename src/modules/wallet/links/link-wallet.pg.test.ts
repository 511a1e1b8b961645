import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse, TestUser } from '../../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import type { UserId } from '../../../platform/ids.ts'
import { createKeyWallet, createSmartWallet, type TestWallet } from '../chain-wallet-testbed.ts'
import { listUsersByAddress } from '../public/wallet-addresses.ts'
import { createWalletTestbed, outcomeOf, type WalletTestbed } from '../wallet-testbed.ts'
import { issueChallenge } from './issue-challenge.ts'
import { linkWallet } from './link-wallet.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ CHAIN: 'on', PUBLIC_URL: 'https://learn.example.org' })
})
afterAll(() => service.stop())

async function challenge(user: TestUser, address: string): Promise<{ nonce: string; message: string }> {
  const response = await service.call(`GET /blockchain/link-wallet/nonce?address=${address}`, {
    token: user.accessToken,
  })
  expect(response.status).toBe(200)
  return response.body.data
}

const post = (user: TestUser, walletAddress: string, message: string, signature: string) =>
  service.call('POST /blockchain/link-wallet', {
    token: user.accessToken,
    body: { walletAddress, message, signature },
  })

async function link(user: TestUser, wallet: TestWallet): Promise<ApiResponse> {
  const { message } = await challenge(user, wallet.address)
  return post(user, wallet.address, message, await wallet.signMessage(message))
}

async function expectRefused(
  response: ApiResponse | Promise<ApiResponse>,
  status: number,
  code: string,
): Promise<void> {
  const { status: found, body } = await response
  expect([found, body.error?.code]).toEqual([status, code])
}

describe('linking a wallet', () => {
  test('a signature of a key links a wallet', async () => {
    const [user, wallet] = [await service.register(), createKeyWallet()]
    const response = await link(user, wallet)
    expect([response.status, response.body]).toEqual([
      200,
      { success: true, data: { linkedAddress: wallet.address }, message: 'The wallet is linked' },
    ])
    const list = await service.call('GET /blockchain/link-wallet', { token: user.accessToken })
    expect(list.body.data).toEqual([{ address: wallet.address, linkedAt: expect.any(String) }])
  })

  test('a signature of a deployed contract links a wallet (ERC-1271)', async () => {
    const user = await service.register()
    const wallet = await createSmartWallet(service, user, { isDeployed: true })
    expect((await link(user, wallet)).status).toBe(200)
    const otherWallet = await createSmartWallet(service, user, { isDeployed: true })
    const { message } = await challenge(user, otherWallet.address)
    const forged = await wallet.signMessage(message)
    await expectRefused(post(user, otherWallet.address, message, forged), 422, 'SIGNATURE_INVALID')
  })

  test('a signature of an undeployed contract links a wallet (ERC-6492)', async () => {
    const user = await service.register()
    const wallet = await createSmartWallet(service, user, { isDeployed: false })
    expect((await link(user, wallet)).status).toBe(200)
    const other = await createSmartWallet(service, user, { isDeployed: false })
    const { message } = await challenge(user, other.address)
    await expectRefused(
      post(user, other.address, message, await wallet.signMessage(message)),
      422,
      'SIGNATURE_INVALID',
    )
  })

  test('an address is linked and found in any letter case', async () => {
    const [user, wallet] = [await service.register(), createKeyWallet()]
    const { message } = await challenge(user, wallet.address.toLowerCase())
    expect(message).toContain(wallet.address)
    const lower = wallet.address.toLowerCase()
    const response = await post(user, lower, message, await wallet.signMessage(message))
    expect(response.body.data).toEqual({ linkedAddress: wallet.address })
    for (const address of [wallet.address, lower, `0x${lower.slice(2).toUpperCase()}`]) {
      const owners = await listUsersByAddress(service.test.database.query, [
        createKeyWallet().address,
        address,
      ])
      expect([...owners]).toEqual([[lower, user.id as never]])
    }
  })
})

describe('challenges', () => {
  test('a challenge is an EIP-4361 message for the service’s domain and chain, valid for ten minutes', async () => {
    const [user, wallet] = [await service.register(), createKeyWallet()]
    const { token } = { token: user.accessToken }
    const response = await service.call(`GET /blockchain/link-wallet/nonce?address=${wallet.address}`, {
      token,
    })
    const { nonce, message, expiresAt } = response.body.data
    expect(message).toStartWith(
      `learn.example.org wants you to sign in with your Ethereum account:\n${wallet.address}\n`,
    )
    expect(message).toContain(`\nChain ID: 31337\nNonce: ${nonce}\n`)
    expect(message).toEndWith(`\nExpiration Time: ${expiresAt}`)
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(8)
    expect(minutes).toBeLessThanOrEqual(10)
  })

  test('a challenge is valid once', async () => {
    const [user, wallet] = [await service.register(), createKeyWallet()]
    const { message } = await challenge(user, wallet.address)
    const signature = await wallet.signMessage(message)
    expect((await post(user, wallet.address, message, signature)).status).toBe(200)
    await expectRefused(post(user, wallet.address, message, signature), 410, 'CHALLENGE_EXPIRED')
    const unlinked = await service.call(`DELETE /blockchain/link-wallet/${wallet.address}`, {
      token: user.accessToken,
    })
    expect(unlinked.status).toBe(200)
    await expectRefused(post(user, wallet.address, message, signature), 410, 'CHALLENGE_EXPIRED')
  })

  test('of fifty concurrent uses of a challenge one succeeds', async () => {
    const [user, wallet] = [await service.register(), createKeyWallet()]
    const { message } = await challenge(user, wallet.address)
    const signature = await wallet.signMessage(message)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post(user, wallet.address, message, signature)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 410)).toHaveLength(49)
  })

  test('a challenge expires after ten minutes', async () => {
    const [user, wallet] = [await service.register(), createKeyWallet()]
    const { message, nonce } = await challenge(user, wallet.address)
    // The database clock is finer than the millisecond of the service.
    await service.test.database.query`
      update link_challenge set expires_at = now() - interval '1 second' where nonce = ${nonce}`
    await expectRefused(
      post(user, wallet.address, message, await wallet.signMessage(message)),
      410,
      'CHALLENGE_EXPIRED',
    )
  })

  test('a challenge is valid only for its user', async () => {
    const [user, thief, wallet] = [await service.register(), await service.register(), createKeyWallet()]
    const { message } = await challenge(user, wallet.address)
    const signature = await wallet.signMessage(message)
    await expectRefused(post(thief, wallet.address, message, signature), 422, 'SIGNATURE_INVALID')
    expect((await post(user, wallet.address, message, signature)).status).toBe(200)
  })

  test('a changed domain, chain, nonce, date or statement is rejected', async () => {
    const [user, wallet] = [await service.register(), createKeyWallet()]
    const { message, nonce } = await challenge(user, wallet.address)
    const changed = [
      message.replace('learn.example.org wants', 'evil.example.org wants'),
      message.replace('Chain ID: 31337', 'Chain ID: 1'),
      message.replace(nonce, nonce.split('').reverse().join('')),
      message.replace(nonce, 'aaaaaaaaaaaaaaaaaaaaaaaa'),
      message.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2999'),
      message.replace('Link this wallet', 'Empty this wallet'),
      `${message}\n`,
      'I would like to link my wallet.',
      `Nonce: ${nonce}`,
    ]
    for (const text of changed)
      await expectRefused(
        post(user, wallet.address, text, await wallet.signMessage(text)),
        422,
        'SIGNATURE_INVALID',
      )
    expect((await post(user, wallet.address, message, await wallet.signMessage(message))).status).toBe(200)
  })

  test('a signature of another address and an invalid signature are rejected', async () => {
    const [user, wallet, other] = [await service.register(), createKeyWallet(), createKeyWallet()]
    const { message } = await challenge(user, wallet.address)
    const right = await wallet.signMessage(message)
    const foreign = await other.signMessage(message)
    await expectRefused(post(user, wallet.address, message, foreign), 422, 'SIGNATURE_INVALID')
    await expectRefused(post(user, other.address, message, foreign), 422, 'SIGNATURE_INVALID')
    const broken = ['0x00', '0xdeadbeef', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `${right}00`]
    broken.push(`0x${'00'.repeat(64)}${'6492'.repeat(16)}`, `0x${'6492'.repeat(16)}`)
    for (const signature of broken)
      await expectRefused(post(user, wallet.address, message, signature), 422, 'SIGNATURE_INVALID')
    for (const signature of ['', 'abc', '0x', '0xabc', '0xzz'])
      await expectRefused(post(user, wallet.address, message, signature), 400, 'VALIDATION_FAILED')
    expect((await post(user, wallet.address, message, right)).status).toBe(200)
  })

  test('a challenge needs a valid address, and a user has at most five open ones', async () => {
    const user = await service.register()
    const token = user.accessToken
    const wrong = [
      '',
      'ada.eth',
      '0x1234',
      `0x${'g'.repeat(40)}`,
      '0x8Ba1f109551bD432803012645Ac136ddd64DBA72',
    ]
    for (const address of wrong)
      await expectRefused(
        service.call(`GET /blockchain/link-wallet/nonce?address=${address}`, { token }),
        400,
        'VALIDATION_FAILED',
      )
    const wallet = createKeyWallet()
    const first = await challenge(user, wallet.address)
    for (let time = 0; time < 5; time++) await challenge(user, wallet.address)
    await expectRefused(
      post(user, wallet.address, first.message, await wallet.signMessage(first.message)),
      422,
      'SIGNATURE_INVALID',
    )
  })
})

describe('addresses and signatures that cost the node work', () => {
  test('the zero address, precompiled contracts and other low addresses cannot be linked', async () => {
    const user = await service.register()
    for (const low of ['0', '1', '4', '100', 'ffffffff']) {
      const address = `0x${low.padStart(40, '0')}`
      await expectRefused(
        service.call(`GET /blockchain/link-wallet/nonce?address=${address}`, { token: user.accessToken }),
        400,
        'VALIDATION_FAILED',
      )
      await expectRefused(post(user, address, 'Nonce: x', `0x${'00'.repeat(65)}`), 400, 'VALIDATION_FAILED')
    }
  })

  test('signatures that the chain must verify are limited, and a signature of a key is not', async () => {
    const strict = await startTestService({
      CHAIN: 'on',
      RATE_LIMITS: 'on',
      LIMIT_CREDENTIALS_PER_ACCOUNT: '2/900',
    })
    try {
      const [user, wallet] = [await strict.register(), createKeyWallet()]
      const token = user.accessToken
      const issued = await strict.call(`GET /blockchain/link-wallet/nonce?address=${wallet.address}`, {
        token,
      })
      const { message } = issued.body.data
      const send = (signature: string) =>
        strict.call('POST /blockchain/link-wallet', {
          token,
          body: { walletAddress: wallet.address, message, signature },
        })
      const wrong = await createKeyWallet().signMessage(message)
      await expectRefused(send(wrong), 422, 'SIGNATURE_INVALID')
      await expectRefused(send(wrong), 422, 'SIGNATURE_INVALID')
      await expectRefused(send(wrong), 429, 'RATE_LIMITED')
      expect((await send(await wallet.signMessage(message))).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })
})

describe('ownership of an address', () => {
  test('an address belongs to the user who linked it until it is unlinked', async () => {
    const [user, other, wallet] = [await service.register(), await service.register(), createKeyWallet()]
    expect((await link(user, wallet)).status).toBe(200)
    await expectRefused(link(other, wallet), 409, 'WALLET_ALREADY_LINKED')
    expect((await link(user, wallet)).status).toBe(200)
    const path = `/blockchain/link-wallet/${wallet.address.toLowerCase()}`
    await expectRefused(service.call(`DELETE ${path}`, { token: other.accessToken }), 404, 'NOT_FOUND')
    expect((await service.call(`DELETE ${path}`, { token: user.accessToken })).status).toBe(200)
    await expectRefused(service.call(`DELETE ${path}`, { token: user.accessToken }), 404, 'NOT_FOUND')
    expect((await link(other, wallet)).status).toBe(200)
  })

  test('of many concurrent users who prove an address one gets it', async () => {
    const wallet = createKeyWallet()
    const users = await Promise.all(Array.from({ length: 10 }, () => service.register()))
    const signed = await Promise.all(
      users.map(async (user) => {
        const { message } = await challenge(user, wallet.address)
        return { user, message, signature: await wallet.signMessage(message) }
      }),
    )
    const responses = await Promise.all(
      signed.map(({ user, message, signature }) => post(user, wallet.address, message, signature)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('a user can link ten addresses', async () => {
    const user = await service.register()
    for (let time = 0; time < 10; time++) expect((await link(user, createKeyWallet())).status).toBe(200)
    await expectRefused(link(user, createKeyWallet()), 409, 'TOO_MANY_WALLETS')
  })
})

test('the link endpoints need a token and a valid address', async () => {
  const user = await service.register()
  const { address } = createKeyWallet()
  expect((await service.call(`GET /blockchain/link-wallet/nonce?address=${address}`)).status).toBe(401)
  expect((await service.call('POST /blockchain/link-wallet', { body: {} })).status).toBe(401)
  const path = 'DELETE /blockchain/link-wallet/0x12'
  await expectRefused(service.call(path, { token: user.accessToken }), 404, 'NOT_FOUND')
})

describe('wallet_linked', () => {
  const NOW = new Date('2026-11-02T08:00:00.000Z')
  let testbed: WalletTestbed
  beforeAll(async () => {
    testbed = await createWalletTestbed()
  })
  afterAll(() => testbed.test.drop())

  async function eventsOfLinking(userId: UserId, address: `0x${string}`) {
    const about = { userId, address, publicUrl: 'http://localhost:3000', chainId: 31_337, now: NOW }
    const { nonce } = await issueChallenge(testbed, about)
    const { events } = await testbed.write.withEvents((tx) =>
      linkWallet(tx, { userId, address, nonce, now: NOW }),
    )
    return events.map(({ name, data }) => ({ name, data }))
  }

  test('linking a wallet emits one event with the checksum address', async () => {
    const { userId } = await testbed.addCaller()
    const { address } = createKeyWallet()
    expect(await eventsOfLinking(userId, address)).toEqual([
      { name: 'wallet.wallet_linked', data: { userId, address, at: NOW.toISOString() } },
    ])
    expect(await eventsOfLinking(userId, address)).toEqual([])
  })

  test('an address of another user is refused, emits no event and keeps the challenge valid', async () => {
    const [one, other] = [await testbed.addCaller(), await testbed.addCaller()]
    const { address } = createKeyWallet()
    await eventsOfLinking(one.userId, address)
    const about = { publicUrl: 'http://localhost:3000', chainId: 31_337, now: NOW, address }
    const { nonce } = await issueChallenge(testbed, { ...about, userId: other.userId })
    const link = () =>
      testbed.write((tx) => linkWallet(tx, { userId: other.userId, address, nonce, now: NOW }))
    expect(await outcomeOf(link())).toBe('WALLET_ALREADY_LINKED')
    await testbed.database.query`delete from linked_wallet where user_id = ${one.userId}`
    expect(await outcomeOf(link())).toBe('done')
  })
})
