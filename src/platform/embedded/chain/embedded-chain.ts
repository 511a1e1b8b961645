import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createHttpRpc } from '../../chain/http-rpc.ts'
import { type Rpc, RpcError, RpcUnavailableError } from '../../chain/rpc.ts'
import { findFreePort, isPortFree } from '../../ports.ts'
import { readStateFile, writeStateFile } from '../data-folder.ts'
import { type FileLock, tryLockFile } from '../file-lock.ts'
import { createChainEngine, type GenesisAccount, secondsNow } from './engine.ts'
import { openJournal } from './journal.ts'
import { Miner } from './miner.ts'
import { startRpcServer } from './rpc-server.ts'

export const EMBEDDED_CHAIN_ID = 31_337

export interface EmbeddedChainOptions {
  dataDir: string
  /** The default is the port of the last start, or a free one. */
  port?: number
  /** The initial state of a new chain. */
  accounts: GenesisAccount[]
  onProgress: (line: string) => void
}

export interface EmbeddedChain extends Rpc {
  /** The URL for other processes. */
  url(): string
  /** Whether the chain runs in this process; otherwise another process runs it. */
  isLocal(): boolean
  /** Resolves when the next block is mined; undefined if another process runs the chain. */
  nextBlock(): Promise<void> | undefined
  stop(): Promise<void>
}

/**
 * Opens the chain of a data folder. The first process runs it, and the other processes of the folder use it
 * over HTTP. When the first process dies, one of the others takes over from the journal.
 */
export async function openEmbeddedChain(options: EmbeddedChainOptions): Promise<EmbeddedChain> {
  const folder = join(options.dataDir, 'chain')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let running = await tryRun(folder, options)
  let takingOver: Promise<void> | undefined
  let isStopped = false
  const url = () => `http://127.0.0.1:${running?.port ?? readStateFile(folder, 'port') ?? 0}`
  const remote = createHttpRpc(url)

  const takeOver = async () => {
    try {
      const taken = isStopped ? undefined : await tryRun(folder, options)
      if (taken) options.onProgress('The process that ran the chain has ended; this process now runs it.')
      running = taken
    } catch (error) {
      options.onProgress(`Taking over the chain failed: ${(error as Error).message}`)
    } finally {
      takingOver = undefined
    }
  }
  const request: Rpc['request'] = async (method, params) => {
    if (running) return running.rpc.request(method, params)
    try {
      return await remote.request(method, params)
    } catch (error) {
      if (!(error instanceof RpcUnavailableError) || isStopped) throw error
      takingOver ??= takeOver()
      await takingOver
      const mine = running as RunningChain | undefined
      if (!mine) throw error
      return mine.rpc.request(method, params)
    }
  }
  return {
    request,
    url,
    isLocal: () => running !== undefined,
    nextBlock: () => running?.nextBlock(),
    stop: async () => {
      isStopped = true
      await takingOver
      await running?.stop()
    },
  }
}

interface RunningChain {
  rpc: Rpc
  port: number
  nextBlock(): Promise<void>
  stop(): Promise<void>
}

async function tryRun(folder: string, options: EmbeddedChainOptions): Promise<RunningChain | undefined> {
  const lock = tryLockFile(join(folder, 'lock'))
  if (!lock) return undefined
  try {
    return await run(folder, options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function run(folder: string, options: EmbeddedChainOptions, lock: FileLock): Promise<RunningChain> {
  const journal = await openJournal(join(folder, 'journal.jsonl'), () => ({
    chainId: EMBEDDED_CHAIN_ID,
    time: secondsNow(),
    // A random unused account, so that no two chains have the same first block.
    accounts: [...options.accounts, { address: `0x${randomBytes(20).toString('hex')}`, balance: 1n }],
  }))
  const engine = await createChainEngine(journal.genesis)
  const miner = new Miner(engine, journal)
  if (!(await miner.replay()))
    options.onProgress('Replaying the embedded chain gave other block hashes than before.')
  const rpc = publicRpc(engine, miner)
  const server = startRpcServer(rpc, await choosePort(folder, options.port))
  writeStateFile(folder, 'port', `${server.port}\n`, 0o644)
  return {
    rpc,
    port: server.port,
    nextBlock: () => miner.nextBlock(),
    stop: async () => {
      await server.stop()
      await miner.stop()
      await journal.close()
      lock.release()
    },
  }
}

const METHOD_NOT_FOUND = -32_601

/** Methods that change the chain without the journal are not served. */
function publicRpc(engine: Rpc, miner: Miner): Rpc {
  return {
    request: async <Result>(method: string, params: unknown[] = []) => {
      if (method === 'eth_sendRawTransaction') return (await miner.send(String(params[0]))) as Result
      if (!/^(eth|net|web3)_/.test(method) || /^eth_(send|sign)/.test(method))
        throw new RpcError(METHOD_NOT_FOUND, `${method} is not served here.`)
      return engine.request<Result>(method, params)
    },
  }
}

async function choosePort(folder: string, wanted: number | undefined): Promise<number> {
  if (wanted) return wanted
  const lastPort = Number(readStateFile(folder, 'port'))
  return lastPort && (await isPortFree(lastPort)) ? lastPort : findFreePort()
}
