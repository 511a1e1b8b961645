import { expect, test } from 'bun:test'
import type { UserId } from '../../platform/ids.ts'
import { levelForXp } from '../ledger/public/xp-level.ts'
import { drawDefaultAvatar } from './default-avatar.ts'
import { profileImageUrl } from './profile.ts'

test('a level begins at 100 times the square of the levels before it', () => {
  const beginnings = [0, 100, 400, 900, 1_600, 10_000]
  expect(beginnings.map(levelForXp)).toEqual([1, 2, 3, 4, 5, 11])
  expect(beginnings.slice(1).map((xp) => levelForXp(xp - 1))).toEqual([1, 2, 3, 4, 10])
})

test('a picture is the own file when there is one, and the drawn one otherwise', () => {
  const id = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' as UserId
  expect(profileImageUrl('https://l.example', id, null)).toBe(`https://l.example/avatars/${id}.svg`)
  expect(profileImageUrl('https://l.example', id, 'avatars/x.webp')).toBe(
    'https://l.example/files/avatars/x.webp',
  )
})

test('the drawn picture is well-formed, the same for the same seed, and hardly ever the same for two', () => {
  const pictures = new Set<string>()
  for (let number = 0; number < 200; number++) {
    const seed = `seed-${number}`
    const picture = drawDefaultAvatar(seed)
    expect(drawDefaultAvatar(seed)).toBe(picture)
    expect(picture).toMatch(/^<svg [^>]*viewBox="0 0 128 128"[^>]*>(<(rect|circle) [^<>]*\/>)+<\/svg>$/)
    expect(picture).not.toContain('NaN')
    pictures.add(picture)
  }
  expect(pictures.size).toBeGreaterThan(195)
})
