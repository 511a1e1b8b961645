import { expect, test } from 'bun:test'
import { seededRandom } from '../../../../test/harness/random.ts'
import { ACCENT_NAMES, accentPalettes, accentStyle, findAccentError, type Palette } from './accent.ts'
import { contrast } from './contrast.ts'

const LIGHT = ['#ffffff', '#fbf8f2', '#f3eee4']
const DARK = ['#14101f', '#1e182d', '#271f3a']

/** The lowest contrast of any text in the accent or on it. */
function lowestContrast(palette: Palette, surfaces: string[]): number {
  return Math.min(
    contrast(palette['on-primary'], palette.primary),
    contrast(palette.primary, palette['primary-soft']),
    ...surfaces.map((surface) => contrast(palette.primary, surface)),
    ...[palette['hero-1'], palette['hero-2'], palette['hero-3']].map((hero) => contrast('#ffffff', hero)),
    contrast(palette['hero-button-ink'], '#ffffff'),
  )
}

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#ff0000', '#00ff00')).toBeCloseTo(2.91, 2)
})

test('every accent is readable in the light and in the dark appearance', () => {
  for (const name of ACCENT_NAMES) {
    expect([name, findAccentError(name)]).toEqual([name, undefined])
    const { light, dark } = accentPalettes(name)
    expect([name, lowestContrast(light, LIGHT) >= 4.5]).toEqual([name, true])
    expect([name, lowestContrast(dark, DARK) >= 4.5]).toEqual([name, true])
  }
})

test('a colour is refused with the reason, or readable in both appearances', () => {
  const random = seededRandom(7)
  let refused = 0
  for (let run = 0; run < 500; run++) {
    const color = `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`
    if (findAccentError(color)) {
      refused++
      expect([color, contrast(color, '#ffffff') < 4.5]).toEqual([color, true])
      continue
    }
    expect([color, contrast(color, '#ffffff') >= 4.5]).toEqual([color, true])
    const { light, dark } = accentPalettes(color)
    expect([color, lowestContrast(light, LIGHT) >= 4.5]).toEqual([color, true])
    expect([color, lowestContrast(dark, DARK) >= 4.5]).toEqual([color, true])
  }
  expect(refused).toBeGreaterThan(100)
  expect(refused).toBeLessThan(400)
})

test('the reason names what to do', () => {
  expect(findAccentError('#767676')).toBeUndefined()
  expect(findAccentError('#777777')).toContain('its contrast is 4.48 to 1')
  expect(findAccentError('#ffd166')).toBe(
    'is too light for white text: its contrast is 1.44 to 1, and 4.5 is needed; choose a darker colour',
  )
  for (const wrong of ['pink', '#12345', '#12345g', 'rgb(0,0,0)', '#000;}', 'constructor', 'toString'])
    expect(findAccentError(wrong)).toBe(
      'must be violet, blue, teal, green, rose, orange, or a colour as #rrggbb',
    )
})

test('the accent of the design tokens needs no style, others set variables for each appearance', () => {
  expect(accentStyle('violet')).toBe('')
  const style = accentStyle('teal')
  expect(style).toStartWith(':root{--primary:#0a6b73;')
  expect(style).toContain('@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){--primary:#')
  expect(style).toContain(':root[data-theme="dark"]{--primary:#')
  expect(style).not.toMatch(/[<\\]/)
})
