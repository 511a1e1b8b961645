import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { UserId } from '../../../platform/ids.ts'
import { createKeyWallet } from '../chain-wallet-testbed.ts'
import { createWalletBed, outcomeOf, type WalletBed } from '../wallet-testbed.ts'
import { issueChallenge } from './issue-challenge.ts'
import { linkWallet } from './link-wallet.ts'

setDefaultTimeout(120_000)

const NOW = new Date('2026-11-02T08:00:00.000Z')

let bed: WalletBed
beforeAll(async () => {
  bed = await createWalletBed()
})
afterAll(() => bed.test.drop())

async function factsOfLinking(userId: UserId, address: `0x${string}`) {
  const about = { userId, address, publicUrl: 'http://localhost:3000', chainId: 31_337, now: NOW }
  const { nonce } = await bed.write((tx) => issueChallenge(tx, about))
  const { facts } = await bed.write.telling((tx) => linkWallet(tx, { userId, address, nonce, now: NOW }))
  return facts.map(({ name, data }) => ({ name, data }))
}

test('a wallet that is linked is told once, with the capitals of its checksum', async () => {
  const { userId } = await bed.addCaller()
  const { address } = createKeyWallet()
  expect(await factsOfLinking(userId, address)).toEqual([
    { name: 'wallet.wallet_linked', data: { userId, address, at: NOW.toISOString() } },
  ])
  expect(await factsOfLinking(userId, address)).toEqual([])
})

test('one that is somebody else’s is refused and not told, and the message stays good', async () => {
  const [one, other] = [await bed.addCaller(), await bed.addCaller()]
  const { address } = createKeyWallet()
  await factsOfLinking(one.userId, address)
  const about = { publicUrl: 'http://localhost:3000', chainId: 31_337, now: NOW, address }
  const { nonce } = await bed.write((tx) => issueChallenge(tx, { ...about, userId: other.userId }))
  const link = () => bed.write((tx) => linkWallet(tx, { userId: other.userId, address, nonce, now: NOW }))
  expect(await outcomeOf(link())).toBe('WALLET_ALREADY_LINKED')
  await bed.database.query`delete from linked_wallet where user_id = ${one.userId}`
  expect(await outcomeOf(link())).toBe('done')
})
