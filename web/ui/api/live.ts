import type { Live } from '../../../packages/client/src/live.ts'
import { lyceum } from './lyceum.ts'

/** The code of the live channel is loaded on demand, because the first view does not need it. */
export const loadLive = () => import('../../../packages/client/src/live.ts')

/** Opens the live channel. */
export async function openLive(): Promise<Live> {
  const { Live } = await loadLive()
  return new Live(lyceum.liveDeps())
}
