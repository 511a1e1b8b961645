import { expect, test } from 'bun:test'
import { ACCENTS as SERVICE_ACCENTS } from '../../src/modules/site-settings/public/accent.ts'
import { ACCENTS, colorOf } from '../../web/console/settings/accents.ts'

test('the accents with a name are those of the service', () => {
  expect<Record<string, string>>(ACCENTS).toEqual(SERVICE_ACCENTS)
})

test('an accent is a name or a colour', () => {
  expect(['teal', '#A1b2C3', 'pink', '#12345', ''].map(colorOf)).toEqual([
    '#0a6b73',
    '#A1b2C3',
    undefined,
    undefined,
    undefined,
  ])
})
