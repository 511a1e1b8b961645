import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { CourseCertificate } from '../../../contracts/artifacts/CourseCertificate.ts'
import { CONTRACTS } from '../../../contracts/contracts.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { startChainNode } from '../../../test/harness/external-services/chain-node.ts'
import { createNetworkProxy } from '../../../test/harness/processes/network-proxy.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { spawnService } from '../../../test/harness/processes/service-process.ts'
import { startTestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { pollChainLogsJob } from '../../modules/webhooks/jobs.ts'
import { Chain } from '../../platform/chain/chain.ts'
import {
  CHAIN_ID,
  type ChainFixture,
  createChainFixture,
  keyOf,
  privateKeyOf,
} from '../../platform/chain/chain-testbed.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { createHttpRpc } from '../../platform/chain/http-rpc.ts'
import { enqueueMint, mintReference } from '../../platform/chain/relayer/relayer-testbed.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { deployChain } from '../commands/chain.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function newDatabase(): Promise<TestDatabase> {
  const test = await createTestDatabase()
  closers.push(() => test.drop())
  return test
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-chain-app-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Enqueues a mint like a module of the service. */
async function mint({ database }: TestDatabase, number: number): Promise<void> {
  await createWrite(database, reactionTable([]), () => {})((tx) => enqueueMint(tx, number))
}

async function isConfirmed({ database }: TestDatabase, number: number): Promise<boolean> {
  const [row] = await database.query<{ status: string }>`
    select status from chain_transaction where reference = ${mintReference(number)}`
  return row?.status === 'confirmed'
}

/** Connects to the embedded chain of a data folder over RPC. */
function chainIn(dataDir: string): Chain {
  const read = (name: string) => readFileSync(join(dataDir, 'chain', name), 'utf8')
  return new Chain({
    rpc: createHttpRpc(() => `http://127.0.0.1:${read('port').trim()}`),
    chainId: CHAIN_ID,
    network: 'test',
    explorerUrl: undefined,
    confirmations: 1,
    contracts: CONTRACTS,
    addresses: JSON.parse(read('contracts.json')).contracts,
  })
}

const tokenOf = (chain: Chain, number: number) =>
  chain.read(CourseCertificate, 'tokenOfReference', [referenceHash(mintReference(number))])

describe('the embedded chain', () => {
  test('the embedded chain starts with the service and keeps minted tokens after kill -9', async () => {
    const database = await newDatabase()
    const DATA_DIR = newFolder()
    const environment = { DATABASE_URL: database.url, DATA_DIR, CHAIN: 'on' }
    const first = await spawnService(environment)
    expect((await first.call('GET //health/ready')).body.checks).toEqual({
      database: 'ok',
      jobs: 'ok',
      storage: 'ok',
      chain: 'ok',
    })
    await mint(database, 1)
    await waitUntil(() => isConfirmed(database, 1))
    const addresses = { ...chainIn(DATA_DIR).contracts }
    await first.kill('SIGKILL')

    const second = await spawnService(environment)
    closers.push(() => second.kill('SIGTERM'))
    expect(chainIn(DATA_DIR).contracts).toEqual(addresses)
    expect(await tokenOf(chainIn(DATA_DIR), 1)).toBe(1n)
    await mint(database, 2)
    await waitUntil(() => isConfirmed(database, 2))
    expect(await tokenOf(chainIn(DATA_DIR), 2)).toBe(2n)
    expect(await second.kill('SIGTERM')).toBe(0)
  })

  test('a worker uses the embedded chain of the API and takes it over when the API is killed', async () => {
    const database = await newDatabase()
    const environment = { DATABASE_URL: database.url, DATA_DIR: newFolder(), CHAIN: 'on' }
    const api = await spawnService({ ...environment, ROLE: 'api' })
    closers.push(() => api.kill('SIGKILL'))
    await mint(database, 1)
    const worker = await spawnService(environment, 'worker')
    closers.push(() => worker.kill('SIGKILL'))
    await waitUntil(() => isConfirmed(database, 1))
    await api.kill('SIGKILL')
    await mint(database, 2)
    await waitUntil(() => isConfirmed(database, 2))
    expect(await tokenOf(chainIn(environment.DATA_DIR), 2)).toBe(2n)
  })

  test('with CHAIN=off the service runs without a chain', async () => {
    const service = await startTestService()
    closers.push(() => service.stop())
    expect((await service.call('GET //health/ready')).body.checks).toEqual({
      database: 'ok',
      jobs: 'ok',
      storage: 'ok',
    })
  })

  test('no transaction is sent to another chain than the one in the database', async () => {
    const database = await newDatabase()
    const start = () => startTestService({ CHAIN: 'on', LOG_LEVEL: 'silent' }, database)
    const first = await start()
    await mint(database, 1)
    await waitUntil(() => isConfirmed(database, 1))
    await first.stop()
    const second = await start()
    closers.push(() => second.stop())
    await mint(database, 2)
    await Bun.sleep(1_500)
    const [row] = await database.database.query`
      select status, nonce from chain_transaction where reference = ${mintReference(2)}`
    expect(row).toEqual({ status: 'queued', nonce: null })
  })
})

describe('an external chain', () => {
  let fixture: ChainFixture
  beforeAll(async () => {
    fixture = await createChainFixture()
  })
  afterAll(() => fixture.stop())

  function keyFile(folder: string, text: string): string {
    const file = join(folder, 'relayer.key')
    writeFileSync(file, text)
    return file
  }

  test('chain deploy deploys the contracts once, and the service uses them', async () => {
    const folder = newFolder()
    const database = await newDatabase()
    const environment = {
      CHAIN: 'on',
      CHAIN_RPC_URL: fixture.embedded.url(),
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_CONFIRMATIONS: '1',
      CHAIN_CONTRACTS_FILE: join(folder, 'contracts.json'),
      RELAYER_PRIVATE_KEY_FILE: keyFile(folder, [privateKeyOf('stranger'), ''].join('\n')),
    }
    const tooEarly = await runCommand(['start'], {
      ...environment,
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
    })
    expectReadableError(tooEarly, 'contracts.json is missing', 'bun lyceum chain deploy')

    const deployed = await runCommand(['chain', 'deploy', '--admin', keyOf('admin').address], environment)
    expect([deployed.code, deployed.errors]).toEqual([0, ''])
    expect(deployed.output).toContain('4 contracts were deployed.')
    const again = await runCommand(['chain', 'deploy', '--admin', keyOf('admin').address], environment)
    expect(again.output).toContain('All contracts are already deployed.')
    const { contracts } = JSON.parse(readFileSync(environment.CHAIN_CONTRACTS_FILE, 'utf8'))
    // The account contracts have the same addresses on every chain; contracts with roles do not.
    expect(contracts.AccountFactory).toBe(fixture.chain.contracts.AccountFactory)
    expect(contracts.XpToken).not.toBe(fixture.chain.contracts.XpToken)
    expect(contracts.TestUsdt).toBeUndefined()

    const service = await startTestService(environment, database)
    closers.push(() => service.stop())
    await mint(database, 1)
    await waitUntil(() => isConfirmed(database, 1))
    expect((await service.call('GET //health/ready')).body.checks.chain).toBe('ok')
    // The URL of the node may contain a key. A chain without USDT has none of it.
    const token = (await service.register()).accessToken
    const config = await service.call('GET /blockchain/config', { token })
    expect(config.body.data.rpcUrl).toBeNull()
    const balance = await service.call('GET /blockchain/user/me/balance', { token })
    expect(balance.body.data.usdtBalance).toBe('0')
  })

  test('relayer address prints the address of the key file, with its balance on the chain, and never the key', async () => {
    const folder = newFolder()
    const { address } = keyOf('stranger')
    const environment = {
      CHAIN: 'on',
      CHAIN_RPC_URL: fixture.embedded.url(),
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_CONTRACTS_FILE: join(folder, 'contracts.json'),
      RELAYER_PRIVATE_KEY_FILE: keyFile(folder, privateKeyOf('stranger')),
    }
    const printed = await runCommand(['relayer', 'address'], environment)
    expect(printed).toEqual({ code: 0, output: `${address}\n`, errors: '' })
    const shown = await runCommand(['relayer', 'address', '--balance', '--json'], environment)
    expect(JSON.parse(shown.output)).toEqual({
      address,
      chainId: CHAIN_ID,
      balance: expect.stringMatching(/^\d+(\.\d+)?$/),
    })
    for (const { output, errors } of [printed, shown])
      expect(output + errors).not.toContain(privateKeyOf('stranger').slice(2))
    const away = { ...environment, CHAIN_RPC_URL: 'http://127.0.0.1:1' }
    const outcome = await runCommand(['relayer', 'address', '--balance'], away)
    expectReadableError(outcome)
    expect(outcome.code).toBe(4)
    // Without a node of its own, the development key needs no coins.
    expectReadableError(await runCommand(['relayer', 'address', '--balance']), 'enough coins')
  })

  test('chain deploy names the relayer that has no coins', async () => {
    const folder = newFolder()
    const key = `0x${'7c'.repeat(32)}` as const
    const outcome = await runCommand(['chain', 'deploy', '--admin', keyOf('admin').address], {
      CHAIN: 'on',
      CHAIN_RPC_URL: fixture.embedded.url(),
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_CONTRACTS_FILE: join(folder, 'contracts.json'),
      RELAYER_PRIVATE_KEY_FILE: keyFile(folder, key),
    })
    expectReadableError(outcome, privateKeyToAddress(key), 'has no coins for gas')
  })

  test('chain deploy accepts an existing USDT with six decimals', async () => {
    const folder = newFolder()
    const environment = {
      CHAIN_RPC_URL: fixture.embedded.url(),
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_CONTRACTS_FILE: join(folder, 'contracts.json'),
      RELAYER_PRIVATE_KEY_FILE: keyFile(folder, privateKeyOf('minter')),
    }
    const { TestUsdt: usdt, GemToken: gems, AccountFactory: factory } = fixture.chain.contracts
    const deploy = (words: string[]) =>
      runCommand(['chain', 'deploy', '--admin', keyOf('admin').address, ...words], environment)
    const refused: [string, string][] = [
      ['0x1234', '--usdt must be an address.'],
      [keyOf('stranger').address, 'no contract exists at'],
      [factory!, 'is not a token'],
      [gems!, 'has 18 decimals, and USDT must have 6'],
    ]
    for (const [address, sentence] of refused)
      await expect(
        deployChain(environment, { admin: keyOf('admin').address, usdt: address }),
      ).rejects.toThrow(sentence)
    expectReadableError(await deploy(['--usdt', usdt!, '--test-money']), 'use only one of them')
    expect(existsSync(environment.CHAIN_CONTRACTS_FILE)).toBe(false)

    const named = () => JSON.parse(readFileSync(environment.CHAIN_CONTRACTS_FILE, 'utf8')).contracts
    expect((await deploy(['--usdt', usdt!.toLowerCase()])).code).toBe(0)
    expect([named().Usdt, named().TestUsdt]).toEqual([usdt, undefined])
    // A later run of the command keeps the address.
    expect((await deploy([])).code).toBe(0)
    expect(named().Usdt).toBe(usdt)
  })

  test('the service does not start on a chain with another id than the configured one', async () => {
    const folder = newFolder()
    const outcome = await runCommand(['start'], {
      DATABASE_URL: (await newDatabase()).url,
      DATA_DIR: folder,
      PORT: '0',
      CHAIN_RPC_URL: fixture.embedded.url(),
      CHAIN_ID: '8453',
      CHAIN_CONTRACTS_FILE: contractsFile(folder, 8453),
      RELAYER_PRIVATE_KEY_FILE: keyFile(folder, privateKeyOf('stranger')),
    })
    expectReadableError(outcome, 'CHAIN_RPC_URL points to chain 31337, but CHAIN_ID is 8453.')
  })

  function contractsFile(folder: string, chainId: number, block?: number): string {
    const file = join(folder, 'contracts.json')
    writeFileSync(file, JSON.stringify({ chainId, block, contracts: fixture.chain.contracts }))
    return file
  }

  test('the poller of chain logs starts at the block in the contracts file', async () => {
    const folder = newFolder()
    const database = await newDatabase()
    const node = startChainNode({ chainId: CHAIN_ID, head: 19_500_000, logs: [], failsEvery: 1_000_000 })
    closers.push(() => node.stop())
    const service = await startTestService(
      {
        CHAIN: 'on',
        CHAIN_RPC_URL: node.url,
        CHAIN_ID: String(CHAIN_ID),
        CHAIN_CONTRACTS_FILE: contractsFile(folder, CHAIN_ID, 19_498_500),
        RELAYER_PRIVATE_KEY_FILE: keyFile(folder, privateKeyOf('minter')),
        LOG_LEVEL: 'silent',
      },
      database,
    )
    closers.push(() => service.stop())
    await createWrite(database.database, reactionTable([]), () => {})(async (tx) =>
      tx.enqueue(pollChainLogsJob, {}),
    )
    await waitUntil(() => node.ranges.length >= 2)
    expect(node.ranges.slice(0, 2).map(({ from }) => from)).toEqual([19_498_500, 19_499_500])
  })

  test('the service starts while the node is unavailable and sends queued transactions when it is back', async () => {
    const folder = newFolder()
    const database = await newDatabase()
    const network = await createNetworkProxy(fixture.embedded.url())
    closers.push(() => network.close())
    await network.cut()
    const service = await startTestService(
      {
        CHAIN: 'on',
        CHAIN_RPC_URL: network.url,
        CHAIN_ID: String(CHAIN_ID),
        CHAIN_CONFIRMATIONS: '1',
        CHAIN_CONTRACTS_FILE: contractsFile(folder, CHAIN_ID),
        RELAYER_PRIVATE_KEY_FILE: keyFile(folder, privateKeyOf('minter')),
        LOG_LEVEL: 'silent',
      },
      database,
    )
    closers.push(() => service.stop())
    const ready = await service.call('GET //health/ready')
    expect([ready.status, ready.body.checks.chain]).toEqual([200, 'failing'])
    await service.register()
    await mint(database, 77)
    expect(await isConfirmed(database, 77)).toBe(false)
    await network.restore()
    await waitUntil(() => isConfirmed(database, 77))
    await waitUntil(async () => (await service.call('GET //health/ready')).body.checks.chain === 'ok')
  })

  const wrongKeys: [string, string, string][] = [
    ['is not a key', 'hello', 'must contain only a private key'],
    ['is invalid on the curve', `0x${'0'.repeat(64)}`, 'does not contain a valid private key'],
    ['belongs to the embedded chain', developmentKey(), 'a key of the embedded chain, which is public'],
  ]
  for (const [what, text, sentence] of wrongKeys) {
    test(`the service does not start with a relayer key that ${what}`, async () => {
      const folder = newFolder()
      const outcome = await runCommand(['chain', 'deploy'], {
        CHAIN_RPC_URL: fixture.embedded.url(),
        CHAIN_ID: String(CHAIN_ID),
        RELAYER_PRIVATE_KEY_FILE: keyFile(folder, text),
      })
      expectReadableError(outcome, sentence)
      expect(outcome.errors).not.toContain(text)
    })
  }
})

function developmentKey(): string {
  return referenceHash('lyceum development relayer')
}
