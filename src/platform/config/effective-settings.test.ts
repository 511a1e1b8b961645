import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listEffectiveSettings } from './effective-settings.ts'
import { SECRET_VARIABLES } from './secret-files.ts'

/** Their defaults are chosen at the start, by the chain or by the terminal. */
const CHOSEN_AT_START = ['CHAIN_ID', 'CHAIN_NAME', 'LOG_FORMAT']

test('every setting whose documented default is a value is listed with a value', () => {
  const page = readFileSync(join(import.meta.dir, '../../../docs/operations.md'), 'utf8')
  const defaults = new Map(
    [...page.matchAll(/^\| `([A-Z0-9_]+)` +\| ([^|]*) \|/gm)].map(([, name, text]) => [name, text]),
  )
  const exceptions = [...CHOSEN_AT_START, ...SECRET_VARIABLES]
  const settings = listEffectiveSettings({}).filter(({ name }) => !exceptions.includes(name))
  const missing = settings.filter(
    ({ name, value }) => defaults.get(name)?.startsWith('`') && value === undefined,
  )
  expect(missing.map(({ name }) => name)).toEqual([])
  expect(settings.filter(({ name }) => defaults.get(name)?.startsWith('`')).length).toBeGreaterThan(50)
})
