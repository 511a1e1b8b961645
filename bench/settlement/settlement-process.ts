import { GemToken } from '../../contracts/artifacts/GemToken.ts'
import { XpToken } from '../../contracts/artifacts/XpToken.ts'
import { createPlatform, type RunningPlatform } from '../../src/app/bootstrap/create-platform.ts'
import { prepareDatabase } from '../../src/app/bootstrap/prepare-database.ts'
import { connectChain } from '../../src/app/chain/connect-chain.ts'
import { startConfiguredRelayer } from '../../src/app/chain/start-configured-relayer.ts'
import { TOKEN_UNIT } from '../../src/modules/settlement/batch.ts'
import { settleRewards } from '../../src/modules/settlement/settle-rewards.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { cpuSecondsOf, listProcesses } from '../runner/processes.ts'
import { addUsers, reward, WARM_UP_USERS } from './reward-users.ts'

/** The result of one implementation, printed on the last line. */
export interface Settled {
  users: number
  mints: number
  transactions: number
  seconds: number
  cpuSeconds: number
  postgresSeconds: number
}

/**
 * `fill <users>` creates a database with users who have wallets. `settle <users> <users per batch>` rewards
 * them, settles the rewards on its own embedded chain, and prints the duration once the chain matches the
 * ledger.
 */
if (import.meta.main) {
  const [command, users, usersABatch] = process.argv.slice(2)
  const config = readConfig(process.env)
  const { chain, relayerKey, close: closeChain } = await connectChain(config, () => {})
  const { url } = await prepareDatabase(config, () => {})
  const platform = await createPlatform(config, url, chain)
  if (command === 'fill') await addUsers(platform, Number(users))
  else {
    const relayer = startConfiguredRelayer(platform, url, relayerKey!)
    await reward(platform, WARM_UP_USERS)
    await settleRewardsJob(platform, Number(usersABatch))
    await reward(platform, Number(users))
    console.log(JSON.stringify(await measure(platform, Number(users), Number(usersABatch))))
    await relayer.stop()
  }
  await platform.close()
  await closeChain()
}

async function measure(platform: RunningPlatform, users: number, usersABatch: number): Promise<Settled> {
  const before = await countTransactions(platform)
  const cpuBefore = process.cpuUsage()
  const postgresBefore = postgresSeconds()
  const startedAt = performance.now()
  await settleRewardsJob(platform, usersABatch)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const inPostgres = postgresSeconds() - postgresBefore
  const mints = await requireExact(platform, users)
  const transactions = (await countTransactions(platform)) - before
  const cpuSeconds = (user + system) / 1e6
  return { users, mints, transactions, seconds, cpuSeconds, postgresSeconds: inPostgres }
}

/** CPU time of the server and all its backends. */
function postgresSeconds(): number {
  return cpuSecondsOf(Number(process.env.POSTGRES_PID), listProcesses())
}

/** Waits until all pending settlements are confirmed on chain and recorded. */
async function settleRewardsJob(platform: RunningPlatform, usersABatch: number): Promise<void> {
  await settleRewards(platform, { now: new Date(), usersPerBatch: usersABatch })
  for (;;) {
    const open = await platform.db`select from settlement_batch where status = 'OPEN' limit 1`
    if (open.length === 0) return
    await Bun.sleep(20)
  }
}

async function countTransactions({ db }: RunningPlatform): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from chain_transaction where status = 'confirmed'`
  return row!.count
}

/**
 * Checks that the balances on chain equal the ledger and that no other address has a balance. Returns the
 * number of measured users.
 */
async function requireExact({ db, chain }: RunningPlatform, users: number): Promise<number> {
  for (const [asset, token] of [
    ['XP', XpToken],
    ['GEM', GemToken],
  ] as const) {
    const balances = await db<{ address: `0x${string}`; balance: bigint }>`
      select address, balance from wallet join ledger_balance on account = 'user:' || user_id
      where asset = ${asset}`
    if (balances.length !== users + WARM_UP_USERS) throw new Error(`${balances.length} users hold ${asset}`)
    let sum = 0n
    for (const { address, balance } of balances) {
      const onChain = await chain.read(token as typeof XpToken, 'balanceOf', [address])
      if (onChain !== balance * TOKEN_UNIT)
        throw new Error(`${address} has ${onChain} ${asset} on chain and ${balance} in the ledger`)
      sum += onChain
    }
    const supply = await chain.read(token as typeof XpToken, 'totalSupply', [])
    if (supply !== sum) throw new Error(`the chain has ${supply} ${asset} and the ledger ${sum}`)
  }
  const [unsettled] = await db<{ count: number }>`
    select count(*)::int as count from chain_transaction where status <> 'confirmed'`
  if (unsettled!.count > 0) throw new Error(`${unsettled!.count} transactions are not confirmed`)
  return 2 * users
}
