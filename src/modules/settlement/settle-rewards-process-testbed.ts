import { createPlatform } from '../../app/bootstrap/create-platform.ts'
import { connectChain } from '../../app/chain/connect-chain.ts'
import { startConfiguredRelayer } from '../../app/chain/start-configured-relayer.ts'
import { now } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import { settleRewards } from './settle-rewards.ts'

const PAUSE_MS = 50

/** A process with chain, relayer and a settlement loop, for tests that kill it. It ends when its input is closed. */
if (import.meta.main) {
  const config = readConfig(process.env)
  const { chain, relayerKey, close } = await connectChain(config, () => {})
  const platform = await createPlatform(config, config.database.url!, chain)
  const relayer = startConfiguredRelayer(platform, config.database.url!, relayerKey!)
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
