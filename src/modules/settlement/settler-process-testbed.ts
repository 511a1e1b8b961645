import { openChain } from '../../app/chain/open-chain.ts'
import { startRelaying } from '../../app/chain/start-relaying.ts'
import { openPlatform } from '../../app/opening/open-platform.ts'
import { now } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { settleRewards } from './settle-rewards.ts'

const PAUSE_MS = 50

/**
 * All of the service that settles, in a process of its own, for tests that kill it: chain, relayer, and the job over and
 * over. It ends when its input is closed.
 */
if (import.meta.main) {
  const config = readConfig(process.env)
  const { chain, relayerKey, close } = await openChain(config, () => {})
  const platform = await openPlatform(config, config.database.url!, chain)
  const relayer = startRelaying(platform, config.database.url!, relayerKey!)
  const stopping = new AbortController()
  const settling = (async () => {
    while (!stopping.signal.aborted) {
      await settleRewards(platform, { now: now(), signal: stopping.signal })
      await Bun.sleep(PAUSE_MS)
    }
  })()
  process.stdout.write('ready\n')
  for await (const _ of process.stdin) break
  stopping.abort()
  await settling
  await relayer.stop()
  await platform.close()
  await close()
  process.exit(0)
}
