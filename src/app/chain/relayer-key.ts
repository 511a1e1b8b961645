import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { ChainError } from '../../platform/chain/chain-error.ts'
import { isDevelopmentKey } from './development-keys.ts'

/** Reads the private key that signs and pays for transactions. */
export function readRelayerKey(file: string): PrivateKeyAccount {
  const text = read(file).trim()
  if (!/^0x[0-9a-fA-F]{64}$/.test(text))
    throw new ChainError(`${file} must contain only a private key: 0x and 64 hexadecimal digits.`)
  const account = toAccount(file, text as Hex)
  if (isDevelopmentKey(account))
    throw new ChainError(`${file} contains a key of the embedded chain, which is public. Create a new one.`)
  return account
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ChainError(`RELAYER_PRIVATE_KEY_FILE cannot be read: ${(error as Error).message}`)
  }
}

function toAccount(file: string, key: Hex): PrivateKeyAccount {
  try {
    return privateKeyToAccount(key)
  } catch {
    throw new ChainError(`${file} does not contain a valid private key.`)
  }
}
