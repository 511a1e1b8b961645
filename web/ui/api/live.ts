import type { Live } from '../../../packages/client/src/live.ts'
import { lyceum } from './lyceum.ts'

/** Opens the live channel. Its code is loaded on demand, because the first view does not need it. */
export async function openLive(): Promise<Live> {
  const { Live } = await import('../../../packages/client/src/live.ts')
  return new Live(lyceum.liveDeps())
}
