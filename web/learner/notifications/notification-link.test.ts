import { expect, test } from 'bun:test'
import { notificationPath } from './notification-link.ts'

test('the link of a notification opens the page of the web app, with any prefix', () => {
  expect(notificationPath('lyceum://badges/NIGHT_OWL')).toBe('/badges')
  expect(notificationPath('lyceum://certificates/LYC-2026-7Q4ZK0VX')).toBe(
    '/certificates/mine/LYC-2026-7Q4ZK0VX',
  )
  expect(notificationPath('https://app.example.org/courses/019a/project')).toBe('/learn/019a')
  expect(notificationPath('lyceum://contests/019a/leaderboard')).toBe('/play/contests/019a')
  expect(notificationPath('lyceum://streak')).toBe('/')
  expect(notificationPath('lyceum://orders/019a')).toBe('/wallet/orders/019a')
  expect(notificationPath('lyceum://referral')).toBe('/refer')
  expect(notificationPath('lyceum://subscription')).toBe('/premium')
})

test('a link to a page that the web app does not have opens nothing', () => {
  expect(notificationPath('lyceum://orders/019a/refund')).toBeUndefined()
  expect(notificationPath('javascript:alert(1)')).toBeUndefined()
  expect(notificationPath('https://evil.example/')).toBeUndefined()
})
