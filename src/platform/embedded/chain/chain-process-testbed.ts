import { openTestChain } from '../../chain/chain-testbed.ts'

/** Runs an embedded chain in its own process for tests that kill it. It exits when its input closes. */
if (import.meta.main) {
  const chain = await openTestChain(process.env.CHAIN_DATA_DIR ?? '')
  process.stdout.write(`${chain.isLocal() ? 'runs' : 'attached'} ${chain.url()}\n`)
  for await (const _ of process.stdin) break
  await chain.stop()
  process.exit(0)
}
