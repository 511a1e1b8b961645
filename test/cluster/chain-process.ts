import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHAIN_ID, createChainFixture, privateKeyOf } from '../../src/platform/chain/chain-testbed.ts'
import { waitUntil } from '../harness/wait-until.ts'

const PROGRAM = join(import.meta.dir, '../../src/platform/embedded/chain/chain-process-testbed.ts')

export interface ChainProcess {
  url: string
  /** The addresses of the contracts. */
  contracts: Readonly<Record<string, `0x${string}`>>
  /** The environment variables that processes need for this chain. */
  settings: Record<string, string>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A chain with all contracts in its own process. It has the same address after a restart. */
export async function startChainProcess(dataDir: string): Promise<ChainProcess> {
  const fixture = await createChainFixture(dataDir)
  const contracts = { ...fixture.chain.contracts }
  await fixture.stop()
  const files = { contracts: join(dataDir, 'addresses.json'), key: join(dataDir, 'relayer.key') }
  writeFileSync(files.contracts, JSON.stringify({ chainId: CHAIN_ID, contracts }))
  writeFileSync(files.key, `${privateKeyOf('minter')}\n`)
  let child = spawnChain(dataDir)
  const url = await waitUntilRunning(child)
  return {
    url,
    contracts,
    settings: {
      CHAIN_RPC_URL: url,
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_CONFIRMATIONS: '1',
      CHAIN_CONTRACTS_FILE: files.contracts,
      RELAYER_PRIVATE_KEY_FILE: files.key,
    },
    restart: async () => {
      child.kill('SIGKILL')
      await child.exited
      child = spawnChain(dataDir)
      const again = await waitUntilRunning(child)
      if (again !== url) throw new Error(`the chain came back at ${again} instead of ${url}`)
    },
    stop: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

type Child = Bun.Subprocess<'pipe', 'pipe', 'inherit'>

function spawnChain(dataDir: string): Child {
  return Bun.spawn([process.execPath, PROGRAM], {
    env: { PATH: process.env.PATH!, CHAIN_DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** The process prints its address when it is ready. */
async function waitUntilRunning(child: Child): Promise<string> {
  let output = ''
  void (async () => {
    for await (const part of child.stdout) output += Buffer.from(part).toString()
  })()
  await waitUntil(() => /runs \S+\n/.test(output))
  return /runs (\S+)\n/.exec(output)![1]!
}
