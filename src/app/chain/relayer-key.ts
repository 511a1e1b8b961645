import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { ChainError } from '../../platform/chain/chain-error.ts'
import { isDevelopmentKey } from './development-keys.ts'

/** The key that pays. The file is read once, and what is in it goes nowhere else. */
export function readRelayerKey(file: string): PrivateKeyAccount {
  const text = read(file).trim()
  if (!/^0x[0-9a-fA-F]{64}$/.test(text))
    throw new ChainError(`${file} must hold a private key: 0x and 64 hexadecimal digits, and nothing else.`)
  const account = toAccount(file, text as Hex)
  if (isDevelopmentKey(account))
    throw new ChainError(`${file} holds a key of the embedded chain, which everybody knows. Make a new one.`)
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
    throw new ChainError(`${file} does not hold a private key that the curve allows.`)
  }
}
