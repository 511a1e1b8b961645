import { describe, expect, test } from 'bun:test'
import { findExceededLimit, normalizeCode, type OriginLimit } from './referral.ts'

test('case, dashes and surrounding spaces of a code do not matter', () => {
  for (const typed of ['K7QW2MPX', 'k7qw2mpx', 'K7QW-2MPX', ' k7qw-2mpx '])
    expect(normalizeCode(typed)).toBe('K7QW2MPX')
})

describe('the limit of an origin', () => {
  const device = Buffer.from('device')
  const address = Buffer.from('address')
  const sign = (of: Buffer, limit: number): OriginLimit => ({
    originDigest: of,
    reason: of === device ? 'SAME_DEVICE' : 'SAME_ADDRESS',
    limit,
    windowStartsAfter: null,
  })
  const uses = (counts: Record<string, number>) => (each: OriginLimit) =>
    counts[each.originDigest.toString()] ?? 0

  test('the limit is reached after that many users from the origin', () => {
    const signs = [sign(device, 2)]
    expect(findExceededLimit(signs, uses({ device: 1 }), [])).toBeUndefined()
    expect(findExceededLimit(signs, uses({ device: 2 }), [])).toBe('SAME_DEVICE')
  })

  test('an inviter from the same origin counts', () => {
    const signs = [sign(device, 2)]
    expect(findExceededLimit(signs, uses({ device: 1 }), [Buffer.from('device')])).toBe('SAME_DEVICE')
    expect(findExceededLimit(signs, uses({ device: 1 }), [Buffer.from('other')])).toBeUndefined()
    expect(findExceededLimit([sign(device, 1)], uses({}), [device])).toBe('SAME_DEVICE')
  })

  test('each origin has its own limit, and the device is reported before the address', () => {
    const signs = [sign(device, 1), sign(address, 5)]
    expect(findExceededLimit(signs, uses({ address: 4 }), [])).toBeUndefined()
    expect(findExceededLimit(signs, uses({ address: 5 }), [])).toBe('SAME_ADDRESS')
    expect(findExceededLimit(signs, uses({ device: 1, address: 5 }), [])).toBe('SAME_DEVICE')
  })
})
