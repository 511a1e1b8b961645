import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import type { Manifest } from './manifest.ts'

/** Short digests of the secrets that are not in a backup: enough to see that another one is set, and for nothing else. */
export function markSecrets(config: Config): Manifest['secrets'] {
  const { pinPepper, sealKeys } = config.wallet
  return {
    secretKey: mark(config.secretKey),
    pinPepper: mark(pinPepper),
    ...(sealKeys.current === undefined ? {} : { walletSealKey: mark(sealKeys.current) }),
  }
}

/** Whether the key that wallets were sealed with, if they had one of their own, is among those that open them now. */
export function opensWallets({ walletSealKey }: Manifest['secrets'], { wallet }: Config): boolean {
  const { current, previous } = wallet.sealKeys
  return walletSealKey === undefined || [current, previous].some((key) => key && mark(key) === walletSealKey)
}

function mark(secret: string): string {
  return createHmac('sha256', secret).update('lyceum backup').digest('hex').slice(0, 8)
}
