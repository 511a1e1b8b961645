import { describe, expect, test } from 'bun:test'
import { clientNetwork } from './client-network.ts'

describe('the network of a client address', () => {
  const networks: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:50123', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['[2001:db8:1:2:3:4:5:6]:50123', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['command line', 'command line'],
  ]
  for (const [address, network] of networks)
    test(`the network of ${address} is ${network}`, () => expect(clientNetwork(address)).toBe(network))
})
