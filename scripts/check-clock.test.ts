import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readSources } from './check-architecture.ts'
import { findClockViolations } from './check-clock.ts'

const ALLOWED = new Map([['starts a request', ['http/request.ts']]])
const VALID = {
  'platform/clock.ts': 'export const now = () => new Date(Date.now())',
  'http/request.ts': "import { DAY_MS, now } from '../platform/clock.ts'",
  'kitchen/cook.ts': "import { addMs, type Clock, monotonicMs } from '../platform/clock.ts'",
  'kitchen/cook.test.ts': "import { now } from '../platform/clock.ts'\nnew Date()",
  'kitchen/parse.ts': 'const parsed = new Date(text) // not new Date()',
}
const violationsWith = (changes: Record<string, string>) =>
  findClockViolations(new Map(Object.entries({ ...VALID, ...changes })), ALLOWED)

test('code that takes the time as an argument, measures durations or is listed is no violation', () => {
  expect(violationsWith({})).toEqual([])
})

test.each([
  ["import { now } from '../platform/clock.ts'", 'reads the wall clock'],
  ["import { addMs, now as clock } from '../platform/clock.ts'", 'reads the wall clock'],
  ["import {\n  DAY_MS,\n  nowMs,\n} from '../platform/clock.ts'", 'reads the wall clock'],
  ['const at = new Date()', 'reads the time of the system'],
  ['const at = Date.now()', 'reads the time of the system'],
])('a file outside the list that contains %p is a violation', (text, message) => {
  expect(violationsWith({ 'kitchen/bake.ts': text })).toEqual([
    expect.stringContaining(`kitchen/bake.ts ${message}`),
  ])
})

test('a listed file that no longer reads the clock is a violation', () => {
  expect(violationsWith({ 'http/request.ts': '' })).toEqual([
    expect.stringContaining('allows http/request.ts, which does not read the clock'),
  ])
})

test('only the listed files of src read the clock', () => {
  expect(findClockViolations(readSources(join(import.meta.dir, '../src')))).toEqual([])
})
