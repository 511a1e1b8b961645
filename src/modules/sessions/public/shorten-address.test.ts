import { expect, test } from 'bun:test'
import { shortenAddress } from './shorten-address.ts'

test('an address is shortened to its network, with and without a port', () => {
  expect(shortenAddress('203.0.113.77')).toBe('203.0.113.0/24')
  expect(shortenAddress('203.0.113.77:5123')).toBe('203.0.113.0/24')
  expect(shortenAddress('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(shortenAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(shortenAddress('[2001:db8::6]:443')).toBe('2001:db8:0::/48')
  expect(shortenAddress('::1')).toBe('0:0:0::/48')
})

test('a text that is not an address has no network', () => {
  expect(shortenAddress('unknown')).toBeNull()
  expect(shortenAddress('')).toBeNull()
  expect(shortenAddress('999.1.1.1')).toBeNull()
  expect(shortenAddress('host:name')).toBeNull()
})
