import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { CourseCertificate } from '../../../../contracts/artifacts/CourseCertificate.ts'
import { figure } from '../../../../test/harness/figures.ts'
import { seededRandom } from '../../../../test/harness/random.ts'
import { until } from '../../../../test/harness/until.ts'
import { type ChainBed, createChainBed, privateKeyOf } from '../chain-testbed.ts'
import { encodeCall, referenceHash } from '../contract.ts'
import type { RelayerStep } from './parts.ts'
import { createRelayerBed, enqueueMint, holder, mintReference, type RelayerBed } from './relayer-testbed.ts'

const PROCESS = join(import.meta.dir, 'relayer-process-testbed.ts')
const MINTS = 50

let bed: ChainBed
let relay: RelayerBed
let base = 0
beforeAll(async () => {
  bed = await createChainBed()
}, 60_000)
afterAll(() => bed.stop())
beforeEach(async () => {
  relay = await createRelayerBed()
  base += 10_000
}, 60_000)
afterEach(() => relay.drop())

const totalMinted = () => bed.chain.read(CourseCertificate, 'totalMinted', [])

async function nonces(): Promise<{ latest: bigint; pending: bigint }> {
  const count = (tag: string) =>
    bed.embedded.request<Hex>('eth_getTransactionCount', [bed.minter.address, tag]).then(BigInt)
  return { latest: await count('latest'), pending: await count('pending') }
}

async function enqueueMints(from = 0, to = MINTS): Promise<void> {
  await relay.write(async (tx) => {
    for (let number = from; number < to; number++) await enqueueMint(tx, base + number)
  })
}

/** Every mint is there once, each was told once, and the nonces have no hole. */
async function expectExactly(before: { tokens: bigint; nonce: bigint }): Promise<void> {
  expect(await relay.statuses()).toEqual({ confirmed: MINTS })
  expect(await totalMinted()).toBe(before.tokens + BigInt(MINTS))
  const told = await relay.told()
  expect(new Set(told.map(({ reference }) => reference)).size).toBe(MINTS)
  expect(told).toHaveLength(MINTS)
  expect(await nonces()).toEqual({
    latest: before.nonce + BigInt(MINTS),
    pending: before.nonce + BigInt(MINTS),
  })
  for (const number of [0, 17, MINTS - 1]) {
    const reference = referenceHash(mintReference(base + number))
    const token = await bed.chain.read(CourseCertificate, 'tokenOfReference', [reference])
    const owner = await bed.chain.read(CourseCertificate, 'ownerOf', [token])
    expect(owner.toLowerCase()).toBe(holder(base + number))
  }
}

class Killed extends Error {}

describe('a relayer that dies', () => {
  for (const step of ['simulated', 'stored', 'broadcast', 'found', 'recorded'] as const) {
    test(`whenever it has ${step}, leaves nothing lost and nothing doubled`, async () => {
      const before = { tokens: await totalMinted(), nonce: (await nonces()).latest }
      await enqueueMints()
      let deaths = 0
      for (;;) {
        // Each is a new one that knows nothing, and dies the first time that it gets so far, every second time.
        let mayDie = deaths % 2 === 0 && deaths < 40
        const onStep = (reached: RelayerStep) => {
          if (reached !== step || !mayDie) return
          mayDie = false
          throw new Killed(step)
        }
        const relayer = await relay.relayer({
          chain: bed.chain,
          account: bed.minter,
          settings: { inFlight: 4 },
          onStep,
        })
        const outcome = await relayer.runOnce().catch((fault) => {
          if (!(fault instanceof Killed)) throw fault
          return 'killed' as const
        })
        deaths++
        if (outcome === 'idle') break
      }
      expect(deaths).toBeGreaterThan(12)
      await expectExactly(before)
    })
  }

  test('would mint twice if it sent first and wrote down afterwards', async () => {
    const before = await totalMinted()
    const owed = new Set(Array.from({ length: 10 }, (_, number) => base + number))
    let sends = 0
    while (owed.size > 0) {
      for (const number of owed) {
        const data = encodeCall(CourseCertificate, 'mint', [
          referenceHash(`naive:${base}:${sends++}`),
          holder(number),
          'ipfs://naive',
        ])
        await bed.sendTo(bed.minter, bed.chain.contracts.CourseCertificate!, data)
        if (sends % 3 === 0) break
        owed.delete(number)
      }
    }
    expect(await totalMinted()).toBeGreaterThan(before + 10n)
  })
})

function spawnRelayer() {
  const child = Bun.spawn([process.execPath, PROCESS], {
    env: {
      ...process.env,
      RELAYER_DATABASE_URL: relay.test.url,
      RELAYER_RPC_URL: bed.embedded.url(),
      RELAYER_KEY: privateKeyOf('minter'),
      RELAYER_CONTRACTS: JSON.stringify(bed.chain.contracts),
      LOG_LEVEL: 'silent',
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return child
}

test('processes that are killed at any moment bring every mint to the chain once', async () => {
  const before = { tokens: await totalMinted(), nonce: (await nonces()).latest }
  const random = seededRandom(6)
  let kills = 0
  for (let owed = 0; ; ) {
    // The first ones each find something new: so none brings everything to an end before there were kills enough.
    const next = Math.min(owed + 15, MINTS)
    await enqueueMints(owed, next)
    owed = next
    const child = spawnRelayer()
    for await (const _ of child.stdout) break
    await Bun.sleep(random() * 60)
    const { confirmed = 0 } = await relay.statuses()
    if (confirmed === MINTS || kills >= 8) {
      await until(async () => (await relay.statuses()).confirmed === MINTS, 60)
      child.kill('SIGKILL')
      await child.exited
      break
    }
    child.kill('SIGKILL')
    await child.exited
    kills++
  }
  figure(`relayer: killed ${kills} times over ${MINTS} mints`)
  expect(kills).toBeGreaterThan(2)
  await expectExactly(before)
}, 180_000)

test('of two processes one sends, and the other takes over when it is killed', async () => {
  const before = { tokens: await totalMinted(), nonce: (await nonces()).latest }
  const children = [spawnRelayer(), spawnRelayer()]
  try {
    const holders = async () => {
      const rows = await relay.test.database.query<{ pid: number }>`
        select pid from pg_locks where locktype = 'advisory' and granted and classid = 7240120
          and database = (select oid from pg_database where datname = current_database())`
      return rows.length
    }
    await until(async () => (await holders()) === 1, 60)
    await enqueueMints()
    await until(async () => ((await relay.statuses()).confirmed ?? 0) > 5, 60)
    expect(await holders()).toBe(1)
    // One of the two does the work; whichever it is, the other one finishes it.
    children[0]!.kill('SIGKILL')
    await children[0]!.exited
    await until(async () => (await relay.statuses()).confirmed === MINTS, 60)
    // Of the one that was killed the lock is still there for a moment, or that of the other not yet.
    await until(async () => (await holders()) === 1)
    await expectExactly(before)
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}, 180_000)
