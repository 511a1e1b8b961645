import { expect, test } from 'bun:test'
import { isVisit } from './visit-counter.ts'

const NAVIGATION = {
  host: 'localhost:80',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'cross-site',
}
const request = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost/', { method, headers: { ...NAVIGATION, ...headers } })

test('a visit is a navigation from elsewhere by a browser without a session', () => {
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(isVisit(request({ 'sec-fetch-site': site }))).toBe(true)
})

test('going on from page to page, prefetching, scripts, crawlers and signed-in users are no visits', () => {
  expect(isVisit(request({ 'sec-fetch-site': 'same-origin' }))).toBe(false)
  expect(isVisit(request({ 'sec-purpose': 'prefetch' }))).toBe(false)
  expect(isVisit(request({ 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }))).toBe(false)
  expect(isVisit(request({}, 'HEAD'))).toBe(false)
  expect(isVisit(new Request('http://localhost/'))).toBe(false)
  expect(isVisit(request({ cookie: 'lyceum_signed_in_80=1' }))).toBe(false)
})
