import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { CourseCertificate } from '../../../../contracts/artifacts/CourseCertificate.ts'
import { seededRandom } from '../../../../test/harness/random.ts'
import { reportMeasurement } from '../../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { type ChainFixture, createChainFixture, privateKeyOf } from '../chain-testbed.ts'
import { encodeCall, referenceHash } from '../contract.ts'
import type { Checkpoint } from './relayer-deps.ts'
import {
  createRelayerFixture,
  enqueueMint,
  holder,
  mintReference,
  type RelayerFixture,
} from './relayer-testbed.ts'

const PROCESS = join(import.meta.dir, 'relayer-process-testbed.ts')
const MINTS = 50

let fixture: ChainFixture
let relay: RelayerFixture
let base = 0
beforeAll(async () => {
  fixture = await createChainFixture()
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  relay = await createRelayerFixture()
  base += 10_000
})
afterEach(() => relay.drop())

const totalMinted = () => fixture.chain.read(CourseCertificate, 'totalMinted', [])

async function nonces(): Promise<{ latest: bigint; pending: bigint }> {
  const count = (tag: string) =>
    fixture.embedded.request<Hex>('eth_getTransactionCount', [fixture.minter.address, tag]).then(BigInt)
  return { latest: await count('latest'), pending: await count('pending') }
}

async function enqueueMints(from = 0, to = MINTS): Promise<void> {
  await relay.write(async (tx) => {
    for (let number = from; number < to; number++) await enqueueMint(tx, base + number)
  })
}

/** Every mint exists once, its event was emitted once, and the nonces have no gap. */
async function expectExactly(before: { tokens: bigint; nonce: bigint }): Promise<void> {
  expect(await relay.statuses()).toEqual({ confirmed: MINTS })
  expect(await totalMinted()).toBe(before.tokens + BigInt(MINTS))
  const recorded = await relay.recordedEvents()
  expect(new Set(recorded.map(({ reference }) => reference)).size).toBe(MINTS)
  expect(recorded).toHaveLength(MINTS)
  expect(await nonces()).toEqual({
    latest: before.nonce + BigInt(MINTS),
    pending: before.nonce + BigInt(MINTS),
  })
  for (const number of [0, 17, MINTS - 1]) {
    const reference = referenceHash(mintReference(base + number))
    const token = await fixture.chain.read(CourseCertificate, 'tokenOfReference', [reference])
    const owner = await fixture.chain.read(CourseCertificate, 'ownerOf', [token])
    expect(owner.toLowerCase()).toBe(holder(base + number))
  }
}

class Killed extends Error {}

describe('a relayer that crashes', () => {
  for (const step of ['simulated', 'stored', 'broadcast', 'found', 'recorded'] as const) {
    test(`a relayer that dies at checkpoint "${step}" loses and duplicates no transaction`, async () => {
      const before = { tokens: await totalMinted(), nonce: (await nonces()).latest }
      await enqueueMints()
      let deaths = 0
      for (;;) {
        // Each run starts a new relayer without state, and every second one dies at this checkpoint.
        let mayDie = deaths % 2 === 0 && deaths < 40
        const onStep = (reached: Checkpoint) => {
          if (reached !== step || !mayDie) return
          mayDie = false
          throw new Killed(step)
        }
        const relayer = await relay.relayer({
          chain: fixture.chain,
          account: fixture.minter,
          settings: { inFlight: 4 },
          onCheckpoint: onStep,
        })
        const outcome = await relayer.runOnce().catch((error) => {
          if (!(error instanceof Killed)) throw error
          return 'killed' as const
        })
        deaths++
        if (outcome === 'idle') break
      }
      expect(deaths).toBeGreaterThan(12)
      await expectExactly(before)
    })
  }

  test('an unsafe control that sends before it stores the transaction mints twice', async () => {
    const before = await totalMinted()
    const pending = new Set(Array.from({ length: 10 }, (_, number) => base + number))
    let sends = 0
    while (pending.size > 0) {
      for (const number of pending) {
        const data = encodeCall(CourseCertificate, 'mint', [
          referenceHash(`unsafe:${base}:${sends++}`),
          holder(number),
          'ipfs://unsafe',
        ])
        await fixture.sendTo(fixture.minter, fixture.chain.contracts.CourseCertificate!, data)
        if (sends % 3 === 0) break
        pending.delete(number)
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
      RELAYER_RPC_URL: fixture.embedded.url(),
      RELAYER_KEY: privateKeyOf('minter'),
      RELAYER_CONTRACTS: JSON.stringify(fixture.chain.contracts),
      LOG_LEVEL: 'silent',
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return child
}

test('processes that are killed at random moments mint every token once', async () => {
  const before = { tokens: await totalMinted(), nonce: (await nonces()).latest }
  const random = seededRandom(6)
  let kills = 0
  for (let pending = 0; ; ) {
    // The first processes each find new work, so none finishes everything before enough kills happened.
    const next = Math.min(pending + 15, MINTS)
    await enqueueMints(pending, next)
    pending = next
    const child = spawnRelayer()
    for await (const _ of child.stdout) break
    await Bun.sleep(random() * 60)
    const { confirmed = 0 } = await relay.statuses()
    if (confirmed === MINTS || kills >= 8) {
      await waitUntil(async () => (await relay.statuses()).confirmed === MINTS)
      child.kill('SIGKILL')
      await child.exited
      break
    }
    child.kill('SIGKILL')
    await child.exited
    kills++
  }
  reportMeasurement(`relayer: killed ${kills} times over ${MINTS} mints`)
  expect(kills).toBeGreaterThan(2)
  await expectExactly(before)
})

test('one of two processes sends, and the other takes over when the first is killed', async () => {
  const before = { tokens: await totalMinted(), nonce: (await nonces()).latest }
  const children = [spawnRelayer(), spawnRelayer()]
  try {
    const holders = async () => {
      const rows = await relay.test.database.query<{ pid: number }>`
        select pid from pg_locks where locktype = 'advisory' and granted and classid = 7240120
          and database = (select oid from pg_database where datname = current_database())`
      return rows.length
    }
    await waitUntil(async () => (await holders()) === 1)
    await enqueueMints()
    await waitUntil(async () => ((await relay.statuses()).confirmed ?? 0) > 5)
    expect(await holders()).toBe(1)
    // Either process may do the work; the other one finishes it.
    children[0]!.kill('SIGKILL')
    await children[0]!.exited
    await waitUntil(async () => (await relay.statuses()).confirmed === MINTS)
    // The killed process may hold its lock for a moment, or the other may not have it yet.
    await waitUntil(async () => (await holders()) === 1)
    await expectExactly(before)
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
})
