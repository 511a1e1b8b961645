import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { keccak256, toHex } from 'viem/utils'

/** Public keys of the embedded chain. They are rejected on every other chain. */
export const developmentAdmin = accountOf('admin')
export const developmentRelayer = accountOf('relayer')

export function isDevelopmentKey({ address }: { address: string }): boolean {
  return [developmentAdmin.address, developmentRelayer.address].some((known) => known === address)
}

function accountOf(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`lyceum development ${name}`)))
}
