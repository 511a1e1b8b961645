import { describe, expect, test } from 'bun:test'
import { brokenLimit, normalCode, type Sign } from './referral.ts'

test('a code is the same in small letters, with a dash, and with spaces around it', () => {
  for (const typed of ['K7QW2MPX', 'k7qw2mpx', 'K7QW-2MPX', ' k7qw-2mpx '])
    expect(normalCode(typed)).toBe('K7QW2MPX')
})

describe('a limit of a place', () => {
  const device = Buffer.from('device')
  const address = Buffer.from('address')
  const sign = (of: Buffer, limit: number): Sign => ({
    sign: of,
    reason: of === device ? 'SAME_DEVICE' : 'SAME_ADDRESS',
    limit,
    windowsOverBefore: null,
  })
  const uses = (counts: Record<string, number>) => (each: Sign) => counts[each.sign.toString()] ?? 0

  test('is reached when so many came from there', () => {
    const signs = [sign(device, 2)]
    expect(brokenLimit(signs, uses({ device: 1 }), [])).toBeUndefined()
    expect(brokenLimit(signs, uses({ device: 2 }), [])).toBe('SAME_DEVICE')
  })

  test('counts who invited, when they are from there too', () => {
    const signs = [sign(device, 2)]
    expect(brokenLimit(signs, uses({ device: 1 }), [Buffer.from('device')])).toBe('SAME_DEVICE')
    expect(brokenLimit(signs, uses({ device: 1 }), [Buffer.from('other')])).toBeUndefined()
    expect(brokenLimit([sign(device, 1)], uses({}), [device])).toBe('SAME_DEVICE')
  })

  test('is each place’s own, and the device is named before the address', () => {
    const signs = [sign(device, 1), sign(address, 5)]
    expect(brokenLimit(signs, uses({ address: 4 }), [])).toBeUndefined()
    expect(brokenLimit(signs, uses({ address: 5 }), [])).toBe('SAME_ADDRESS')
    expect(brokenLimit(signs, uses({ device: 1, address: 5 }), [])).toBe('SAME_DEVICE')
  })
})
