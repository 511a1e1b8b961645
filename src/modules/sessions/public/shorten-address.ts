import { isIPv4 } from 'node:net'
import { clientNetwork } from '../../../platform/rate-limits/client-network.ts'

/**
 * The network of an address, so that staff can see whether two sessions come from the same place without the address of
 * the user: /24 of IPv4 and /48 of IPv6. Null for a text that is not an address.
 */
export function shortenAddress(address: string): string | null {
  const network = clientNetwork(address)
  if (isIPv4(network)) return network.replace(/\d+$/, '0/24')
  const groups = network.split(':')
  return groups.length === 4 && groups.every((group) => group !== 'NaN')
    ? `${groups.slice(0, 3).join(':')}::/48`
    : null
}
