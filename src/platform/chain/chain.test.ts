import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  concatHex,
  encodeErrorResult,
  getContractAddress,
  offchainLookupAbiItem,
  padHex,
  type SignedAuthorization,
  serializeErc8010Signature,
  toHex,
} from 'viem'
import { CourseCertificate } from '../../../contracts/artifacts/CourseCertificate.ts'
import { GemToken } from '../../../contracts/artifacts/GemToken.ts'
import { XpToken } from '../../../contracts/artifacts/XpToken.ts'
import { CREATE2_DEPLOYER } from '../../../contracts/deployment.ts'
import type { Chain } from './chain.ts'
import { CHAIN_ID, type ChainFixture, chainOver, createChainFixture, keyOf } from './chain-testbed.ts'
import { createCheckedRpc } from './checked-rpc.ts'
import { type ChainLog, referenceHash } from './contract.ts'
import { ContractRevertError } from './errors.ts'
import { createHttpRpc } from './http-rpc.ts'
import { RpcError, RpcUnavailableError } from './rpc.ts'

let fixture: ChainFixture
beforeAll(async () => {
  fixture = await createChainFixture()
})
afterAll(() => fixture.stop())

const someone = padHex(toHex(0x77), { size: 20 })

async function mintXp(amounts: bigint[]): Promise<void> {
  const reference = referenceHash(`xp:${Math.random()}`)
  await fixture.send(fixture.minter, XpToken, 'mintBatch', [reference, amounts.map(() => someone), amounts])
}

describe('reading contracts', () => {
  test('a contract read returns the result, or the name of the revert error', async () => {
    expect(await fixture.chain.read(XpToken, 'symbol', [])).toBe('XP')
    const error = await fixture.chain.read(CourseCertificate, 'ownerOf', [12_345n]).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ContractRevertError)
    expect(error.errorName).toBe('ERC721NonexistentToken')
  })

  test('a contract read fails with 503 while the chain is unavailable, malformed or disabled', async () => {
    const { contracts } = fixture.chain
    const nonsense = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response('<html>', { status: 502 }),
    })
    const ways: Chain[] = [
      chainOver(undefined, contracts),
      chainOver(
        createHttpRpc(() => 'http://127.0.0.1:1'),
        contracts,
      ),
      chainOver(
        createHttpRpc(() => `http://127.0.0.1:${nonsense.port}`),
        contracts,
      ),
      chainOver({ request: () => Promise.reject(new RpcError(429, 'too many requests')) }, contracts),
    ]
    for (const chain of ways) {
      for (const ask of [
        () => chain.read(XpToken, 'symbol', []),
        () => chain.nativeBalance(someone),
        () => chain.isDeployed(someone),
        () => chain.readLogs({ fromBlock: 0n }),
      ])
        await expect(ask()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE', status: 503 })
      await expect(chain.isHealthy()).rejects.toThrow()
      // Functions that need no chain still work.
      expect(chain.accountAddress(someone, referenceHash('a'))).toBe(
        fixture.chain.accountAddress(someone, referenceHash('a')),
      )
    }
    await nonsense.stop(true)
  })

  test('a node of another chain than the configured one receives no further request', async () => {
    const requests: string[] = []
    const rpc = createCheckedRpc(
      {
        request: async (method) => {
          requests.push(method)
          return '0x2' as never
        },
      },
      1,
    )
    await expect(rpc.check()).rejects.toThrow('CHAIN_RPC_URL points to chain 2, but CHAIN_ID is 1.')
    await expect(rpc.request('eth_blockNumber')).rejects.toThrow(RpcUnavailableError)
    expect(requests).toEqual(['eth_chainId', 'eth_chainId'])
  })
})

describe('reading contract logs', () => {
  test('reading logs returns every event once and in order, however often it is resumed', async () => {
    for (let count = 0; count < 10; count++) await mintXp([1n, 2n, 3n])
    await fixture.send(fixture.minter, GemToken, 'mintBatch', [
      referenceHash('gems'),
      [keyOf('stranger').address],
      [9n],
    ])
    await fixture.send(keyOf('stranger'), GemToken, 'transfer', [someone, 4n])
    const all = await fixture.chain.readLogs({ fromBlock: 0n })
    const pieces: ChainLog[] = []
    let fromBlock = 0n
    for (;;) {
      const { logs, nextBlock } = await fixture.chain.readLogs({ fromBlock, limit: 5 })
      if (nextBlock === fromBlock) break
      pieces.push(...logs)
      fromBlock = nextBlock
    }
    expect(pieces).toEqual(all.logs)
    const last = all.logs.at(-1)!
    expect(last).toMatchObject({
      contract: 'GemToken',
      eventName: 'Transfer',
      args: { from: keyOf('stranger').address, value: '4' },
    })
    expect(JSON.parse(JSON.stringify(all.logs))).toEqual(all.logs)
    const transfers = all.logs.filter(
      ({ contract, eventName }) => contract === 'XpToken' && eventName === 'Transfer',
    )
    expect(transfers).toHaveLength(30)
    expect(
      new Set(all.logs.map(({ transactionHash, logIndex }) => `${transactionHash}:${logIndex}`)).size,
    ).toBe(all.logs.length)
  })

  test('reading logs stops before unconfirmed blocks', async () => {
    const patient = chainOver(fixture.embedded, fixture.chain.contracts, 3)
    const { nextBlock } = await fixture.chain.readLogs({ fromBlock: 0n })
    expect((await patient.readLogs({ fromBlock: 0n })).nextBlock).toBe(nextBlock - 2n)
    await mintXp([1n])
    const { logs } = await patient.readLogs({ fromBlock: nextBlock })
    expect(logs).toEqual([])
    await mintXp([1n])
    await mintXp([1n])
    expect((await patient.readLogs({ fromBlock: nextBlock })).logs).toHaveLength(2)
  })
})

test('verifying a contract signature does not follow an off-chain lookup (ERC-3668)', async () => {
  let fetched = 0
  const inside = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      fetched++
      return Response.json({ data: '0x' })
    },
  })
  const { address, signAuthorization } = keyOf('stranger')
  const delegation = await signAuthorization!({ contractAddress: someone, chainId: CHAIN_ID, nonce: 0 })
  const signature = serializeErc8010Signature({
    authorization: delegation as SignedAuthorization,
    signature: '0x1234',
  })
  const data = encodeErrorResult({
    abi: [offchainLookupAbiItem],
    args: [address, [`http://127.0.0.1:${inside.port}/{data}`], '0x', '0x12345678', '0x'],
  })
  const requests: string[] = []
  const request = async (method: string) => {
    requests.push(method)
    throw Object.assign(new RpcError(3, 'execution reverted', data), { data })
  }
  try {
    const chain = chainOver({ request }, fixture.chain.contracts)
    expect(await chain.verifyMessage({ address, message: 'link', signature })).toBe(false)
    expect(requests).toEqual(['eth_call'])
    expect(fetched).toBe(0)
  } finally {
    await inside.stop(true)
  }
})

test('a signature of a contract is verified with one call that is bounded in gas', async () => {
  const calls: unknown[][] = []
  const request = async (method: string, params: unknown[] = []) => {
    calls.push([method, ...params])
    return '0x01' as never
  }
  const chain = chainOver({ request }, fixture.chain.contracts)
  const { address } = keyOf('stranger')
  expect(await chain.verifyMessage({ address, message: 'link', signature: '0x1234' })).toBe(true)
  expect(calls).toEqual([['eth_call', { data: expect.any(String), gas: '0x4c4b40' }, 'latest']])
})

test('no signature is valid for an address that no user can own, whatever the chain returns', async () => {
  const chain = chainOver({ request: async () => '0x01' as never }, fixture.chain.contracts)
  for (const low of ['0', '1', '4', '100', 'ffffffff']) {
    const address = `0x${low.padStart(40, '0')}` as const
    expect(await chain.verifyMessage({ address, message: 'link', signature: `0x${'00'.repeat(65)}` })).toBe(
      false,
    )
  }
})

test('a contract that uses all gas of the verification is not a signer', async () => {
  // Runs for ever: JUMPDEST, PUSH1 0, JUMP.
  const code = '0x5b600056'
  const initCode = `0x63${code.slice(2)}5f526004601cf3` as const
  const deployer = CREATE2_DEPLOYER.address
  const salt = `0x${'00'.repeat(32)}` as const
  await fixture.sendTo(fixture.admin, deployer, concatHex([salt, initCode]))
  const address = getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode: initCode })
  expect(await fixture.chain.isDeployed(address)).toBe(true)
  expect(await fixture.chain.verifyMessage({ address, message: 'link', signature: '0x1234' })).toBe(false)
})
