import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { UserId } from '../../../platform/ids.ts'
import { createKeyWallet } from '../chain-wallet-testbed.ts'
import { createWalletTestbed, outcomeOf, type WalletTestbed } from '../wallet-testbed.ts'
import { issueChallenge } from './issue-challenge.ts'
import { linkWallet } from './link-wallet.ts'

setDefaultTimeout(120_000)

const NOW = new Date('2026-11-02T08:00:00.000Z')

let testbed: WalletTestbed
beforeAll(async () => {
  testbed = await createWalletTestbed()
})
afterAll(() => testbed.test.drop())

async function eventsOfLinking(userId: UserId, address: `0x${string}`) {
  const about = { userId, address, publicUrl: 'http://localhost:3000', chainId: 31_337, now: NOW }
  const { nonce } = await testbed.write((tx) => issueChallenge(tx, about))
  const { events } = await testbed.write.withEvents((tx) =>
    linkWallet(tx, { userId, address, nonce, now: NOW }),
  )
  return events.map(({ name, data }) => ({ name, data }))
}

test('a wallet that is linked is told once, with the capitals of its checksum', async () => {
  const { userId } = await testbed.addCaller()
  const { address } = createKeyWallet()
  expect(await eventsOfLinking(userId, address)).toEqual([
    { name: 'wallet.wallet_linked', data: { userId, address, at: NOW.toISOString() } },
  ])
  expect(await eventsOfLinking(userId, address)).toEqual([])
})

test('one that is somebody else’s is refused and not told, and the message stays good', async () => {
  const [one, other] = [await testbed.addCaller(), await testbed.addCaller()]
  const { address } = createKeyWallet()
  await eventsOfLinking(one.userId, address)
  const about = { publicUrl: 'http://localhost:3000', chainId: 31_337, now: NOW, address }
  const { nonce } = await testbed.write((tx) => issueChallenge(tx, { ...about, userId: other.userId }))
  const link = () => testbed.write((tx) => linkWallet(tx, { userId: other.userId, address, nonce, now: NOW }))
  expect(await outcomeOf(link())).toBe('WALLET_ALREADY_LINKED')
  await testbed.database.query`delete from linked_wallet where user_id = ${one.userId}`
  expect(await outcomeOf(link())).toBe('done')
})
