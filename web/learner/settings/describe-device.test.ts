import { expect, test } from 'bun:test'
import { describeDevice, isPhone } from './describe-device.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

test('a user agent is described by its browser and system', () => {
  expect(describeDevice(PHONE)).toBe('Chrome · Android')
  expect(describeDevice(EDGE)).toBe('Edge · Windows')
  expect(describeDevice(IPHONE)).toBe('Safari · iPhone')
})

test('a program that is no browser keeps its name', () => {
  expect(describeDevice('LyceumApp/2.1 (Android 16)')).toBe('LyceumApp · Android')
  expect(describeDevice('curl/8.1')).toBe('curl')
})

test('a phone is told from a computer by its user agent', () => {
  expect([PHONE, IPHONE, EDGE, null].map(isPhone)).toEqual([true, true, false, false])
})
