import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { RELAYED } from '../../../../contracts/contracts.ts'
import { until } from '../../../../test/harness/until.ts'
import { chainOver, keyOf } from '../chain-testbed.ts'
import { type Rpc, RpcUnavailable } from '../rpc.ts'
import { createRelayerBed, enqueueMint, QUICK, type RelayerBed } from './relayer-testbed.ts'
import { CERTIFICATES, hashOf, hex, nodeThat, receiptIn, wholeChain } from './scripted-node-testbed.ts'
import { startRelayer } from './start-relayer.ts'

setDefaultTimeout(60_000)

let bed: RelayerBed
beforeAll(async () => {
  bed = await createRelayerBed()
})
beforeEach(async () => {
  await bed.test.database.query`delete from chain_transaction`
  await bed.test.database.query`delete from chain_sender`
  await bed.write((tx) => enqueueMint(tx, 1))
})
afterAll(() => bed.drop())

const answers = () => ({
  eth_getBlockByNumber: wholeChain as unknown,
  eth_getBalance: '0x0',
  eth_estimateGas: hex(400_000),
  eth_blockNumber: hex(100),
  eth_maxPriorityFeePerGas: '0x1',
  eth_getTransactionCount: '0x0',
  eth_getTransactionReceipt: receiptIn(100),
  eth_sendRawTransaction: '0x',
})

function start(rpc: Rpc) {
  const { database } = bed.test
  return startRelayer({
    database,
    lockDatabase: database,
    write: bed.write,
    chain: chainOver(rpc, { CourseCertificate: CERTIFICATES }),
    account: keyOf('minter'),
    allowed: RELAYED,
    settings: QUICK,
  })
}

test('it begins when the chain answers, and asks for no more of the first block than its hash', async () => {
  const said = answers()
  said.eth_getBlockByNumber = new RpcUnavailable('away')
  const rpc = nodeThat(said)
  const { stop } = start(rpc)
  await until(() => rpc.askedFor('eth_getBlockByNumber').length > 0)
  said.eth_getBlockByNumber = wholeChain
  await until(async () => (await bed.statuses()).confirmed === 1)
  await stop()
  expect(rpc.askedFor('eth_getBlockByNumber')[0]).toEqual(['0x0', false])
  const asked = rpc.asked.length
  await bed.write((tx) => enqueueMint(tx, 2))
  await Bun.sleep(50)
  expect(rpc.asked).toHaveLength(asked)
})

test('it stops at once while the chain is away', async () => {
  const rpc = nodeThat({ ...answers(), eth_getBlockByNumber: new RpcUnavailable('away') })
  const { stop } = start(rpc)
  await until(() => rpc.asked.length > 0)
  await stop()
})

test('it sends nothing to another chain than the one that this database has sent to', async () => {
  await bed.test.database.query`
    insert into chain_sender (address, chain, next_nonce, gas_day) values ('0x1', ${hashOf(9)}, 0, now())`
  const rpc = nodeThat(answers())
  const { stop } = start(rpc)
  await until(() => rpc.askedFor('eth_getBlockByNumber').length > 1)
  await stop()
  expect(await bed.statuses()).toEqual({ queued: 1 })
  expect(rpc.askedFor('eth_sendRawTransaction')).toEqual([])
})
