import { hkdfSync } from 'node:crypto'
import { seal, sealWith, unseal, unsealWith } from '../../../platform/secrets.ts'

const PURPOSE = 'wallet-owner-key'

export interface WalletSealKeys {
  /** Seals and unseals; by default the key that is derived from SECRET_KEY. */
  current?: string | undefined
  /** Only unseals: the previous key, or the next key that other processes already use. */
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

/** Unseals with any configured key and returns whether it was the current one. */
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
