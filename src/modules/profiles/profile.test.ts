import { expect, test } from 'bun:test'
import type { UserId } from '../../platform/ids.ts'
import { levelForXp } from '../ledger/public/xp-level.ts'
import { drawDefaultAvatar } from './default-avatar.ts'
import { profileImageUrl } from './profile.ts'

test('a level starts at 100 XP times the square of the number of levels before it', () => {
  const beginnings = [0, 100, 400, 900, 1_600, 10_000]
  expect(beginnings.map(levelForXp)).toEqual([1, 2, 3, 4, 5, 11])
  expect(beginnings.slice(1).map((xp) => levelForXp(xp - 1))).toEqual([1, 2, 3, 4, 10])
})

test('the image URL is the uploaded file if there is one, and the generated avatar otherwise', () => {
  const id = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' as UserId
  expect(profileImageUrl('https://l.example', id, null)).toBe(`https://l.example/avatars/${id}.svg`)
  expect(profileImageUrl('https://l.example', id, 'avatars/x.webp')).toBe(
    'https://l.example/files/avatars/x.webp',
  )
})

test('the generated avatar is well-formed, stable for a seed and rarely equal for two seeds', () => {
  const avatars = new Set<string>()
  for (let number = 0; number < 200; number++) {
    const seed = `seed-${number}`
    const avatar = drawDefaultAvatar(seed)
    expect(drawDefaultAvatar(seed)).toBe(avatar)
    expect(avatar).toMatch(/^<svg [^>]*viewBox="0 0 128 128"[^>]*>(<(rect|circle) [^<>]*\/>)+<\/svg>$/)
    expect(avatar).not.toContain('NaN')
    avatars.add(avatar)
  }
  expect(avatars.size).toBeGreaterThan(195)
})
