import { afterEach, describe, expect, test } from 'bun:test'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, keccak256 } from 'viem'
import { reportMeasurement } from '../../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { ChainError } from '../../chain/chain-error.ts'
import { CHAIN_ID, keyOf, openTestChain } from '../../chain/chain-testbed.ts'
import { createHttpRpc } from '../../chain/http-rpc.ts'
import type { Rpc } from '../../chain/rpc.ts'

const PROCESS = join(import.meta.dir, 'chain-process-testbed.ts')
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-chain-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const sender = keyOf('stranger')
const receiver = '0x00000000000000000000000000000000000000aa'

function signed(nonce: number): Promise<Hex> {
  return sender.signTransaction({
    type: 'eip1559',
    chainId: CHAIN_ID,
    to: receiver,
    value: 1n,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 4_000_000_000n,
    maxPriorityFeePerGas: 0n,
  })
}

const send = async (rpc: Rpc, nonce: number) =>
  rpc.request<Hex>('eth_sendRawTransaction', [await signed(nonce)])
const balance = async (rpc: Rpc) => BigInt(await rpc.request<Hex>('eth_getBalance', [receiver, 'latest']))
const head = (rpc: Rpc) =>
  rpc.request<{ hash: Hex; number: Hex; timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])

async function spawnChain(dataDir: string) {
  const child = Bun.spawn([process.execPath, PROCESS], {
    env: { ...process.env, CHAIN_DATA_DIR: dataDir },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  closers.push(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  let line = ''
  for await (const chunk of child.stdout) {
    line += Buffer.from(chunk).toString()
    if (line.includes('\n')) break
  }
  const [state, url] = line.trim().split(' ') as [string, string]
  return { child, state, rpc: createHttpRpc(() => url) }
}

test('acknowledged blocks survive kill -9 with the same hashes and receipts', async () => {
  const dataDir = newFolder()
  let sent = 0
  for (let round = 0; round < 3; round++) {
    const { child, rpc } = await spawnChain(dataDir)
    expect(await balance(rpc)).toBe(BigInt(sent))
    const hashes: Hex[] = []
    for (let count = 0; count < 10; count++) hashes.push(await send(rpc, sent++))
    // Killed while more transactions are in progress: those were not acknowledged and may exist or not.
    const before = await head(rpc)
    child.kill('SIGKILL')
    await child.exited
    const again = await openTestChain(dataDir)
    try {
      expect(await head(again)).toEqual(before)
      for (const hash of hashes)
        expect(await again.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    } finally {
      await again.stop()
    }
  }
})

test('a chain killed under load keeps every acknowledged transaction, and none twice', async () => {
  const dataDir = newFolder()
  const { child, rpc } = await spawnChain(dataDir)
  const answered = new Set<number>()
  const raws = await Promise.all(Array.from({ length: 400 }, (_, nonce) => signed(nonce)))
  const sending = Promise.allSettled(
    raws.map(async (raw, nonce) => {
      await rpc.request('eth_sendRawTransaction', [raw])
      answered.add(nonce)
    }),
  )
  await waitUntil(() => answered.size > 100)
  child.kill('SIGKILL')
  await sending
  const again = await openTestChain(dataDir)
  closers.push(() => again.stop())
  for (const nonce of answered)
    expect(await again.request('eth_getTransactionByHash', [keccak256(raws[nonce]!)])).not.toBeNull()
  const mined = Number(await again.request<Hex>('eth_getTransactionCount', [sender.address, 'latest']))
  expect(await balance(again)).toBe(BigInt(mined))
  // Unacknowledged transactions are sent again; those that already exist are rejected.
  await Promise.allSettled(raws.slice(mined).map((raw) => again.request('eth_sendRawTransaction', [raw])))
  expect(await balance(again)).toBe(400n)
})

test('five hundred transactions are replayed at start', async () => {
  const dataDir = newFolder()
  const first = await openTestChain(dataDir)
  const raws = await Promise.all(Array.from({ length: 500 }, (_, nonce) => signed(nonce)))
  await Promise.all(raws.map((raw) => first.request('eth_sendRawTransaction', [raw])))
  const before = await head(first)
  // Concurrent transactions share a block.
  expect(Number(before.number)).toBeLessThan(60)
  await first.stop()
  const started = performance.now()
  const again = await openTestChain(dataDir)
  closers.push(() => again.stop())
  reportMeasurement(
    `embedded chain: 500 transactions replayed in ${(performance.now() - started).toFixed(0)} ms`,
  )
  expect(await head(again)).toEqual(before)
})

test('the process that runs the chain is told of the next block, and another process polls', async () => {
  const dataDir = newFolder()
  const chain = await openTestChain(dataDir)
  closers.push(() => chain.stop())
  const other = await openTestChain(dataDir)
  closers.push(() => other.stop())
  expect(other.nextBlock()).toBeUndefined()
  for (let nonce = 0; nonce < 2; nonce++) {
    let isMined = false
    const block = chain.nextBlock()!.then(() => {
      isMined = true
    })
    await head(chain)
    expect(isMined).toBe(false)
    await send(other, nonce)
    await block
    expect(await balance(chain)).toBe(BigInt(nonce + 1))
  }
})

test('no two chains have the same first block', async () => {
  const genesis = async () => {
    const chain = await openTestChain(newFolder())
    closers.push(() => chain.stop())
    return (await chain.request<{ hash: Hex }>('eth_getBlockByNumber', ['0x0', false])).hash
  }
  expect(await genesis()).not.toBe(await genesis())
})

describe('the journal', () => {
  test('an unfinished last line of the journal is dropped, and nothing else', async () => {
    const dataDir = newFolder()
    const first = await openTestChain(dataDir)
    await send(first, 0)
    await first.stop()
    const file = join(dataDir, 'chain/journal.jsonl')
    appendFileSync(file, '{"parent":"0x12","timest')
    const again = await openTestChain(dataDir)
    expect(await balance(again)).toBe(1n)
    await send(again, 1)
    await again.stop()
    expect(readFileSync(file, 'utf8')).not.toContain('timest"')
    const third = await openTestChain(dataDir)
    closers.push(() => third.stop())
    expect(await balance(third)).toBe(2n)
  })

  test('a journal that is damaged in the middle is rejected with a message and left unchanged', async () => {
    const dataDir = newFolder()
    const first = await openTestChain(dataDir)
    await send(first, 0)
    await first.stop()
    const file = join(dataDir, 'chain/journal.jsonl')
    const [genesis, block] = readFileSync(file, 'utf8').split('\n')
    const damaged = `${genesis}\n${block!.slice(0, 50)}\n${block}\n`
    writeFileSync(file, damaged)
    await expect(openTestChain(dataDir)).rejects.toThrow(ChainError)
    await expect(openTestChain(dataDir)).rejects.toThrow('damaged in line 2')
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  })
})

describe('JSON-RPC on loopback', () => {
  test('the RPC server serves wallet methods, single and batched, and rejects methods that bypass the journal', async () => {
    const chain = await openTestChain(newFolder())
    closers.push(() => chain.stop())
    const post = async (body: string, headers: Record<string, string> = {}) => {
      const response = await fetch(chain.url(), {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      })
      return { status: response.status, body: response.ok ? await response.json() : undefined }
    }
    const ask = (method: string, params: unknown = []) =>
      post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    expect((await ask('eth_chainId')).body).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
    for (const method of [
      'evm_mine',
      'evm_snapshot',
      'hardhat_setBalance',
      'eth_sendTransaction',
      'eth_sign',
      'nosuch',
    ])
      expect((await ask(method)).body.error.code).toBe(-32_601)
    expect((await ask('eth_chainId', 'no list')).body.error.code).toBe(-32_600)
    expect((await post('{')).body.error.code).toBe(-32_700)
    expect((await post('null')).body.error.code).toBe(-32_600)
    expect((await post('[]')).body.error.code).toBe(-32_600)
    expect((await ask('eth_sendRawTransaction', ['0x1234'])).body.error.message).toBeString()
    expect((await ask('eth_sendRawTransaction')).body.error.message).toBeString()
    const batch = JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' })))
    expect((await post(batch)).body.map(({ id }: { id: number }) => id)).toEqual([1, 2])
    expect((await post(batch, { host: 'evil.example' })).status).toBe(403)
    expect((await fetch(chain.url())).status).toBe(405)
  })
})

test('several processes share one chain, and another takes over when the one that runs it is killed', async () => {
  const dataDir = newFolder()
  const first = await spawnChain(dataDir)
  expect(first.state).toBe('runs')
  const second = await openTestChain(dataDir)
  closers.push(() => second.stop())
  const third = await openTestChain(dataDir)
  closers.push(() => third.stop())
  expect([second.isLocal(), third.isLocal()]).toEqual([false, false])
  await send(second, 0)
  expect(await balance(third)).toBe(1n)
  first.child.kill('SIGKILL')
  await first.child.exited
  await send(third, 1)
  expect(await balance(second)).toBe(2n)
  expect([second.isLocal(), third.isLocal()]).toEqual([false, true])
})
