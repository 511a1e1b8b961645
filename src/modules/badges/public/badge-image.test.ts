import { expect, test } from 'bun:test'
import { checkSvg } from '../../../platform/svg/check-svg.ts'
import { BUILT_IN_IMAGES, badgeImageUrl } from './badge-image.ts'

test('every built-in image is small, unique and without external references', () => {
  const pictures = [...BUILT_IN_IMAGES.values()]
  expect(pictures).toHaveLength(13)
  expect(new Set(pictures).size).toBe(13)
  for (const [name, picture] of BUILT_IN_IMAGES) {
    expect(picture).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"')
    const title = /<title>(.+)<\/title>/.exec(picture)?.[1] ?? ''
    expect(`${title.toLowerCase().replaceAll(' ', '-')}.svg`).toBe(name)
    expect(picture).not.toMatch(/<script|<style|style=|href|<image|NaN/)
    expect(picture.length).toBeLessThan(3_000)
    checkSvg(picture, (line, message) => expect([name, line, message]).toEqual([]))
  }
})

test('badgeImageUrl prefers the uploaded image, then the built-in image, then the default', () => {
  const url = (type: string, pictureKey: string | null) =>
    badgeImageUrl('https://l.example', { type, pictureKey })
  expect(url('SEVEN_DAY_STREAK', null)).toBe('https://l.example/badges/seven-day-streak.svg')
  expect(url('SEVEN_DAY_STREAK', 'badges/x.webp')).toBe('https://l.example/files/badges/x.webp')
  expect(url('OF_MY_OWN', null)).toBe('https://l.example/badges/badge.svg')
})
