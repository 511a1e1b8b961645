import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createEnvironment } from './runner/create-environment.ts'
import type { Database } from './runner/database.ts'
import { observeMachine, shareOfOthers } from './runner/machine-load.ts'
import { listProcesses } from './runner/processes.ts'
import type { Settled } from './settlement/settlement-process.ts'

const PROCESS = join(import.meta.dir, 'settlement/settlement-process.ts')
const RESULT = join(import.meta.dir, 'results/settle.json')
const IMPLEMENTATIONS = [
  { name: 'lyceum', title: 'Lyceum: a hundred users a transaction', usersABatch: 100 },
  { name: 'one-by-one', title: 'the same relayer: one mint a transaction', usersABatch: 1 },
]
const FEWER_GOAL = 15
const FASTER_GOAL = 8

export const SETTLEMENT_SUMMARY =
  "users' XP and gems to the embedded chain, exactly once (lyceum, one mint a transaction)"

interface Measured extends Settled {
  contestant: string
  shareOfOthers: number
}

/**
 * Settles the same rewards on the chain twice, each time with its own database and chain: in batches as the
 * product does, and with one mint per transaction. Returns whether all goals were met.
 */
export async function benchSettlement(users: number): Promise<boolean> {
  await using benchEnvironment = await createEnvironment()
  const { database, scratchFolder: folder } = benchEnvironment
  const filled = await createDatabase(database, 'filled')
  await run({ DATABASE_URL: filled, DATA_DIR: join(folder, 'filled'), CHAIN: 'off' }, ['fill', String(users)])
  const measured: Measured[] = []
  for (const { name, usersABatch } of IMPLEMENTATIONS) {
    const url = await createDatabase(database, `settle_${usersABatch}`, 'filled')
    const before = observeMachine(listProcesses(), database.serverPid)
    const environment = {
      DATABASE_URL: url,
      DATA_DIR: join(folder, name),
      CHAIN: 'on',
      POSTGRES_PID: String(database.serverPid),
    }
    const settled = JSON.parse(
      await run(environment, ['settle', String(users), String(usersABatch)]),
    ) as Settled
    const share = shareOfOthers(before, observeMachine(listProcesses(), database.serverPid))
    measured.push({ contestant: name, ...settled, shareOfOthers: share })
    process.stderr.write(`${name}: ${settled.transactions} transactions in ${settled.seconds.toFixed(1)} s\n`)
  }
  return report(measured, database.version)
}

async function createDatabase(database: Database, name: string, template = 'template1'): Promise<string> {
  await database.sql.unsafe(`create database ${name} template ${template}`)
  return Object.assign(new URL(database.url), { pathname: `/${name}` }).toString()
}

/** Each runs in its own process, so that they do not affect each other. */
async function run(environment: Record<string, string>, words: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, PROCESS, ...words], {
    env: {
      PATH: process.env.PATH!,
      HOME: process.env.HOME ?? '/tmp',
      LOG_LEVEL: 'warn',
      DEMO_CONTENT: 'off',
      // One mint per transaction needs more gas than the usual daily limit.
      CHAIN_DAILY_GAS: '1000000000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')} failed`)
  return text.trim().split('\n').at(-1)!
}

async function report(measured: Measured[], postgresql: string): Promise<boolean> {
  const [own, peer] = measured as [Measured, Measured]
  const fewer = peer.transactions / own.transactions
  const faster = peer.seconds / own.seconds
  console.table(
    Object.fromEntries(
      measured.map(({ contestant: implementation, ...measurements }) => [
        implementation,
        Object.fromEntries(
          Object.entries(measurements).map(([name, value]) => [name, Number(value.toFixed(2))]),
        ),
      ]),
    ),
  )
  console.log(`transactions: ${fewer.toFixed(1)} × fewer (goal: at least ${FEWER_GOAL})`)
  console.log(`time: ${faster.toFixed(2)} × faster (goal: at least ${FASTER_GOAL})`)
  console.log('on chain: all balances equal the ledger, with both implementations')
  await Bun.write(
    RESULT,
    `${JSON.stringify(
      {
        benchmark: 'settle',
        summary: SETTLEMENT_SUMMARY,
        date: new Date().toISOString().slice(0, 10),
        cores: availableParallelism(),
        versions: { bun: Bun.version, postgresql },
        goals: [
          { title: 'fewer transactions', atLeast: FEWER_GOAL, ratio: fewer, met: fewer >= FEWER_GOAL },
          { title: 'faster', atLeast: FASTER_GOAL, ratio: faster, met: faster >= FASTER_GOAL },
        ],
        contestants: IMPLEMENTATIONS.map(({ name, title }, index) => ({ name, title, ...measured[index] })),
      },
      null,
      2,
    )}\n`,
  )
  return fewer >= FEWER_GOAL && faster >= FASTER_GOAL
}
