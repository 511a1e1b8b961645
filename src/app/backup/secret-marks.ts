import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import type { Manifest } from './manifest.ts'

/** Short digests of the secrets that are not in a backup: enough to see that another one is set, and for nothing else. */
export function markSecrets(config: Config): Manifest['secrets'] {
  return { secretKey: mark(config.secretKey), pinPepper: mark(config.wallet.pinPepper) }
}

function mark(secret: string): string {
  return createHmac('sha256', secret).update('lyceum backup').digest('hex').slice(0, 8)
}
