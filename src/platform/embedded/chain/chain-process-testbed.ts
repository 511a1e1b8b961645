import { openTestChain } from '../../chain/chain-testbed.ts'

/** An embedded chain in a process of its own, for tests that kill it. It ends when its input is closed. */
if (import.meta.main) {
  const chain = await openTestChain(process.env.CHAIN_DATA_DIR ?? '')
  process.stdout.write(`${chain.isLocal() ? 'runs' : 'attached'} ${chain.url()}\n`)
  for await (const _ of process.stdin) break
  await chain.stop()
  process.exit(0)
}
