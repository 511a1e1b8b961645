const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]*)\]):\d+$/
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Returns the network of an address for rate limits. A customer has one IPv4 address but 2^64 IPv6 addresses,
 * so IPv6 counts by its /64 network. Some proxies append the port, which differs for each connection.
 */
export function clientNetwork(given: string): string {
  if (!given.includes(':')) return given
  const [, four, six] = WITH_PORT.exec(given) ?? []
  const address = four ?? six ?? given
  const mapped = MAPPED.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
