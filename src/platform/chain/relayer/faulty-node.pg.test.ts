import { expect, test } from 'bun:test'
import type { Hex } from 'viem'
import { CourseCertificate } from '../../../../contracts/artifacts/CourseCertificate.ts'
import { reportMeasurement } from '../../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { keyOf } from '../chain-testbed.ts'
import { referenceHash } from '../contract.ts'
import { type NodeFault, startFaultyNode } from './faulty-node-testbed.ts'
import { createRelayerFixture, enqueueMint, holder, mintReference } from './relayer-testbed.ts'

const MINTS = 300
const CONFIRMATIONS = 4
const LIES: NodeFault[] = [
  'time-out after accept',
  'already known',
  'nonce too low',
  'dropped',
  'null receipt',
  'receipt of another block',
  're-org',
]

test('three hundred mints through a node with every kind of fault create exactly three hundred tokens', async () => {
  const relay = await createRelayerFixture()
  const node = await startFaultyNode(11, CONFIRMATIONS)
  try {
    await relay.write(async (tx) => {
      for (let number = 0; number < MINTS; number++) await enqueueMint(tx, number)
    })
    const relayer = await relay.relayer({
      chain: node.chain,
      account: keyOf('minter'),
      settings: { inFlight: 32, resendMs: 150, stuckMs: 700 },
    })
    relayer.start()
    const started = performance.now()
    await waitUntil(async () => (await relay.statuses()).confirmed === MINTS, 160)
    await relayer.stop()
    reportMeasurement(
      `faulty node: ${MINTS} mints in ${((performance.now() - started) / 1000).toFixed(1)} s, faults: ` +
        LIES.map((lie) => `${lie} ${node.faults.get(lie) ?? 0}`).join(', '),
    )
    for (const lie of LIES) expect(node.faults.get(lie) ?? 0).toBeGreaterThan(0)

    node.stopFaults()
    expect(await node.truth.read(CourseCertificate, 'totalMinted', [])).toBe(BigInt(MINTS))
    for (let number = 0; number < MINTS; number += 7) {
      const reference = referenceHash(mintReference(number))
      const token = await node.truth.read(CourseCertificate, 'tokenOfReference', [reference])
      const owner = await node.truth.read(CourseCertificate, 'ownerOf', [token])
      expect(owner.toLowerCase()).toBe(holder(number))
    }
    const recorded = await relay.recordedEvents()
    expect(recorded.every(({ name }) => name === 'chain.transaction_confirmed')).toBe(true)
    expect(new Set(recorded.map(({ reference }) => reference)).size).toBe(MINTS)
    expect(recorded).toHaveLength(MINTS)

    // The recorded outcomes match the chain, and the key has no gap in its nonces.
    const count = (tag: string) =>
      node.truth.rpc.request<Hex>('eth_getTransactionCount', [keyOf('minter').address, tag]).then(BigInt)
    expect(await count('pending')).toBe(await count('latest'))
    const rows = await relay.test.database.query<{ hash: Hex; block: bigint }>`
      select transaction_hash as hash, block_number as block from chain_transaction`
    for (const { hash, block } of rows) {
      const receipt = await node.truth.rpc.request<{ blockNumber: Hex; status: Hex }>(
        'eth_getTransactionReceipt',
        [hash],
      )
      expect([BigInt(receipt.blockNumber), receipt.status]).toEqual([block, '0x1'])
    }
  } finally {
    await node.stop()
    await relay.drop()
  }
})
