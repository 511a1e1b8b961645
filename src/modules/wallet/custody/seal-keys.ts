import { hkdfSync } from 'node:crypto'
import { seal, sealWith, unseal, unsealWith } from '../../../platform/secrets.ts'

const PURPOSE = 'wallet-owner-key'

/** What wallets are sealed with apart from everything else. */
export interface WalletSealKeys {
  /** Seals and opens; without it, the key that is derived from our secret key seals. */
  current?: string | undefined
  /** Opens as well: the one before, or the one that others seal with already. */
  previous?: string | undefined
}

let current: Buffer | undefined
let previous: Buffer | undefined

export function setWalletSealKeys(keys: WalletSealKeys): void {
  current = keys.current === undefined ? undefined : derive(keys.current)
  previous = keys.previous === undefined ? undefined : derive(keys.previous)
}

function derive(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'lyceum', `seal:${PURPOSE}`, 32))
}

export function sealDataKey(dataKey: Buffer): Buffer {
  const plain = dataKey.toString('base64')
  return current ? sealWith(current, plain) : seal(PURPOSE, plain)
}

/** Opens what any of our keys has sealed, and says whether it was the one that seals now. */
export function unsealDataKey(sealed: Uint8Array): { dataKey: Buffer; isCurrent: boolean } {
  for (const key of [current, previous]) {
    const plain = key && tryUnseal(key, sealed)
    if (plain) return { dataKey: Buffer.from(plain, 'base64'), isCurrent: key === current }
  }
  return { dataKey: Buffer.from(unseal(PURPOSE, sealed), 'base64'), isCurrent: current === undefined }
}

function tryUnseal(key: Buffer, sealed: Uint8Array): string | undefined {
  try {
    return unsealWith(key, sealed)
  } catch {
    return undefined
  }
}
