import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { PATH_ACCENTS } from '../../src/modules/catalog/public/catalog.ts'
import { ACCENT_NAMES, accentPalettes } from '../../src/modules/site-settings/public/accent.ts'
import { contrast } from '../../src/modules/site-settings/public/contrast.ts'

const SURFACES = { light: ['#ffffff', '#fbf8f2', '#f3eee4'], dark: ['#14101f', '#1e182d', '#271f3a'] }
const css = readFileSync(`${import.meta.dir}/../../web/ui/styles/path-accents.css`, 'utf8')
const tokens = readFileSync(`${import.meta.dir}/../../web/ui/styles/tokens.css`, 'utf8')

/** The variables of the rule with this selector. */
function variablesOf(text: string, selector: string): Record<string, string> {
  const start = text.split('\n').findIndex((line) => line.trim() === `${selector} {`)
  const rule = text.split('\n').slice(start + 1)
  const lines = rule.slice(
    0,
    rule.findIndex((line) => line.trim() === '}'),
  )
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /--([\w-]+): ([^;]+);/.exec(line) ?? []
      return name ? [[name, value!]] : []
    }),
  )
}

const RULES = {
  light: ['', ':root'],
  dark: [':root:not([data-theme="light"]) ', ':root:not([data-theme="light"])'],
  'chosen dark': [':root[data-theme="dark"] ', ':root[data-theme="dark"]'],
} as const

test('the accents of learning paths are those of the site', () => {
  expect([...PATH_ACCENTS].sort()).toEqual([...ACCENT_NAMES].sort())
})

test('the palette of each learning path is that of the accent, and readable in both appearances', () => {
  for (const name of PATH_ACCENTS)
    for (const [appearance, [prefix, root]] of Object.entries(RULES)) {
      const look = appearance === 'light' ? 'light' : 'dark'
      const found = variablesOf(css, `${prefix}[data-accent="${name}"]`)
      const palette = name === 'violet' ? variablesOf(tokens, root) : accentPalettes(name)[look]
      const place = `${name}, ${appearance}`
      expect([place, Object.keys(found)]).toEqual([
        place,
        ['primary', 'primary-deep', 'on-primary', 'primary-soft', 'hero-1', 'hero-2', 'hero-3'],
      ])
      for (const [variable, value] of Object.entries(found))
        expect([place, variable, value]).toEqual([
          place,
          variable,
          (palette as unknown as Record<string, string>)[variable]!,
        ])
      const lowest = Math.min(
        contrast(found['on-primary']!, found.primary!),
        contrast(found.primary!, found['primary-soft']!),
        ...SURFACES[look].map((surface) => contrast(found.primary!, surface)),
        ...['hero-1', 'hero-2', 'hero-3'].map((hero) => contrast('#ffffff', found[hero]!)),
      )
      expect([place, lowest >= 4.5]).toEqual([place, true])
    }
})
