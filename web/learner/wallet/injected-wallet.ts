import { lyceum } from '../../ui/api/lyceum.ts'

/** The wallet of a browser extension or of the browser itself (EIP-1193). */
interface InjectedWallet {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

export function injectedWallet(): InjectedWallet | undefined {
  return (window as { ethereum?: InjectedWallet }).ethereum
}

/** Wallets report a declined request with this code (EIP-1193). */
const DECLINED = 4001

export const isDeclined = (fault: unknown): boolean => (fault as { code?: unknown } | null)?.code === DECLINED

/** Proves with a signature that the address belongs to the user (EIP-4361), and links it. */
export async function linkInjectedWallet(wallet: InjectedWallet): Promise<void> {
  const [address] = (await wallet.request({ method: 'eth_requestAccounts' })) as [string]
  const { message } = (await lyceum.call('GET /blockchain/link-wallet/nonce', { query: { address } })).data
  const signature = (await wallet.request({
    method: 'personal_sign',
    params: [hexOf(message), address],
  })) as string
  await lyceum.call('POST /blockchain/link-wallet', { body: { walletAddress: address, signature, message } })
}

function hexOf(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
