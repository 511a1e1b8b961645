import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import type { Manifest } from './manifest.ts'

/** Short digests of the secrets, which are not in a backup, to detect that other secrets are configured. */
export function fingerprintSecrets(config: Config): Manifest['secrets'] {
  const { pinPepper, sealKeys } = config.wallet
  return {
    secretKey: fingerprint(config.secretKey),
    pinPepper: fingerprint(pinPepper),
    ...(sealKeys.current === undefined ? {} : { walletSealKey: fingerprint(sealKeys.current) }),
  }
}

/** Whether the configured keys include the one that sealed the wallets. True if SECRET_KEY sealed them. */
export function canUnsealWallets({ walletSealKey }: Manifest['secrets'], { wallet }: Config): boolean {
  const { current, previous } = wallet.sealKeys
  return (
    walletSealKey === undefined ||
    [current, previous].some((key) => key && fingerprint(key) === walletSealKey)
  )
}

function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('lyceum backup').digest('hex').slice(0, 8)
}
