import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { RELAYED } from '../../../../contracts/contracts.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { chainOver, keyOf } from '../chain-testbed.ts'
import { type Rpc, RpcUnavailableError } from '../rpc.ts'
import { createRelayerFixture, enqueueMint, FAST_SETTINGS, type RelayerFixture } from './relayer-testbed.ts'
import {
  CERTIFICATES,
  canonicalChain,
  hashOf,
  hex,
  receiptIn,
  scriptedNode,
} from './scripted-node-testbed.ts'
import { startRelayer } from './start-relayer.ts'

let fixture: RelayerFixture
beforeAll(async () => {
  fixture = await createRelayerFixture()
})
beforeEach(async () => {
  await fixture.test.database.query`delete from chain_transaction`
  await fixture.test.database.query`delete from chain_sender`
  await fixture.write((tx) => enqueueMint(tx, 1))
})
afterAll(() => fixture.drop())

const responses = () => ({
  eth_getBlockByNumber: canonicalChain as unknown,
  eth_getBalance: '0x0',
  eth_estimateGas: hex(400_000),
  eth_blockNumber: hex(100),
  eth_maxPriorityFeePerGas: '0x1',
  eth_getTransactionCount: '0x0',
  eth_getTransactionReceipt: receiptIn(100),
  eth_sendRawTransaction: '0x',
})

function start(rpc: Rpc) {
  const { database } = fixture.test
  return startRelayer({
    database,
    lockDatabase: database,
    write: fixture.write,
    chain: chainOver(rpc, { CourseCertificate: CERTIFICATES }),
    account: keyOf('minter'),
    allowed: RELAYED,
    settings: FAST_SETTINGS,
  })
}

test('the relayer starts when the chain responds, and reads only the hash of the first block', async () => {
  const said = responses()
  said.eth_getBlockByNumber = new RpcUnavailableError('away')
  const rpc = scriptedNode(said)
  const { stop } = start(rpc)
  await waitUntil(() => rpc.requestsOf('eth_getBlockByNumber').length > 0)
  said.eth_getBlockByNumber = canonicalChain
  await waitUntil(async () => (await fixture.statuses()).confirmed === 1)
  await stop()
  expect(rpc.requestsOf('eth_getBlockByNumber')[0]).toEqual(['0x0', false])
  const requests = rpc.requests.length
  await fixture.write((tx) => enqueueMint(tx, 2))
  await Bun.sleep(50)
  expect(rpc.requests).toHaveLength(requests)
})

test('the relayer stops immediately while the chain is unavailable', async () => {
  const rpc = scriptedNode({ ...responses(), eth_getBlockByNumber: new RpcUnavailableError('away') })
  const { stop } = start(rpc)
  await waitUntil(() => rpc.requests.length > 0)
  await stop()
})

test('the relayer sends nothing to another chain than the one this database has sent to', async () => {
  await fixture.test.database.query`
    insert into chain_sender (address, genesis_hash, next_nonce, gas_day) values ('0x1', ${hashOf(9)}, 0, now())`
  const rpc = scriptedNode(responses())
  const { stop } = start(rpc)
  await waitUntil(() => rpc.requestsOf('eth_getBlockByNumber').length > 1)
  await stop()
  expect(await fixture.statuses()).toEqual({ queued: 1 })
  expect(rpc.requestsOf('eth_sendRawTransaction')).toEqual([])
})
