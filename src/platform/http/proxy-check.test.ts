import { expect, test } from 'bun:test'
import { ProxyCheck } from './proxy-check.ts'

const PROXY = '10.0.0.7'
const CLIENT = '203.0.113.7'

/** Whether the check is suspicious after this many requests. */
function observe(
  hops: number,
  forwardedFor: (index: number) => string | undefined,
  { peer = PROXY, requests = 20 } = {},
): boolean {
  const check = new ProxyCheck()
  for (let index = 0; index < requests; index++) {
    const header = forwardedFor(index)
    const headers: Record<string, string> = header === undefined ? {} : { 'x-forwarded-for': header }
    check.observe(new Request('http://x', { headers }), hops, peer)
  }
  return check.isSuspicious
}

test('a proxy that is not trusted is noticed after twenty requests, not before', () => {
  expect(observe(0, () => CLIENT)).toBe(true)
  expect(observe(0, () => CLIENT, { requests: 19 })).toBe(false)
  expect(observe(0, () => CLIENT, { peer: '::ffff:127.0.0.1' })).toBe(true)
})

test('two proxies of which one is trusted are noticed', () => {
  expect(observe(1, () => `${CLIENT}, 172.16.0.4`)).toBe(true)
  expect(observe(2, () => `${CLIENT}, 172.16.0.4`)).toBe(false)
})

test('more trusted hops than proxies are noticed', () => {
  expect(observe(1, () => undefined)).toBe(true)
  expect(observe(2, () => CLIENT)).toBe(true)
})

test('a right number of hops, direct clients and clients of the own network are not suspicious', () => {
  expect(observe(1, () => CLIENT)).toBe(false)
  expect(observe(0, () => undefined)).toBe(false)
  expect(observe(0, () => '192.168.1.4')).toBe(false)
  // A direct client may send any header.
  expect(observe(0, () => '1.2.3.4', { peer: CLIENT })).toBe(false)
})

test('one plausible request ends the check, so that requests around the proxy raise no alarm', () => {
  expect(observe(1, (index) => (index === 3 ? CLIENT : undefined), { requests: 100 })).toBe(false)
})
