import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorCode } from '../../../packages/client/src/lyceum-error.ts'
import type { Catalogue } from '../i18n/catalogue.ts'
import { LOCALES } from '../i18n/locales.ts'
import learnerTexts from '../messages/refusals/en.ts'
import staffTexts from '../messages/staff-refusals/en.ts'
import { textName } from './translate-refusal.ts'

// Which refusals have a text: those of the operations that an application calls, by the API document.

const ROOT = join(import.meta.dir, '../../..')

/** No user can cause these: they are faults of the application. */
const FAULTS_OF_THE_APPLICATION = ['IDEMPOTENCY_KEY_INVALID', 'MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE']

/** Screens of the learner app show texts of their own for these, or handle them without words. */
const HANDLED_BY_LEARNER_SCREENS = [
  'CURRENCY_NOT_SUPPORTED',
  'DRAFT_CHANGED',
  'LESSON_REQUIREMENT_UNMET',
  'OCCURRED_BEFORE_DUE',
  'OCCURRED_BEFORE_ENROLLMENT',
  'OCCURRED_IN_FUTURE',
  'OCCURRED_TOO_LONG_AGO',
  'PIN_ALREADY_SET',
  'PIN_INVALID',
  'PIN_LOCKED',
  'PIN_NOT_SET',
  'REVIEW_CARD_NOT_DUE',
  'REVIEW_CARD_SUSPENDED',
  'REVIEW_REPETITION_MISMATCH',
  'SUBMISSION_NOT_FOUND',
  'TWO_FACTOR_REQUIRED',
]

interface Response {
  $ref?: string
  'x-refusals'?: { code: string }[]
}

interface ApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}

/** The codes of each operation, such as `POST /admin/topics`. */
function codesByOperation(): Map<string, string[]> {
  const { paths, components } = JSON.parse(
    readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'),
  ) as ApiDocument
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => {
        const all = Object.values(responses).map((response) =>
          response.$ref ? components.responses[response.$ref.split('/').at(-1)!]! : response,
        )
        const codes = all.flatMap((response) => (response['x-refusals'] ?? []).map(({ code }) => code))
        return [`${method.toUpperCase()} ${path.replace(/^\/api\/v2/, '')}`, codes] as const
      }),
    ),
  )
}

/** What the sources of an application name: operations, those that are built from parts, and paths of files. */
function operationsOf(app: string, known: readonly string[]): string[] {
  const folder = join(ROOT, 'web', app)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = names
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^messages\//.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const text = sources.join('\n')
  const plain = [...text.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)].map((found) => found[1]!)
  const files = [...text.matchAll(/'(\/admin\/[^' ]*)'/g)].map((found) => `GET ${found[1]}`)
  const built = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`/g)].map((found) => {
    const parts = found[1]!.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part))
    return new RegExp(`^${parts.join('[\\w-]+(?:/\\{\\w+\\})?')}$`)
  })
  return known.filter(
    (operation) =>
      plain.includes(operation) ||
      files.includes(operation) ||
      built.some((pattern) => pattern.test(operation)),
  )
}

function codesWithoutText(apps: string[], texts: Catalogue, without: readonly string[]): string[] {
  const codes = codesByOperation()
  const operations = apps.flatMap((app) => operationsOf(app, [...codes.keys()]))
  expect(operations.length).toBeGreaterThan(60)
  const missing = operations.flatMap((operation) =>
    codes
      .get(operation)!
      .filter((code) => !without.includes(code) && !(`refusal.${textName(code, operation)}` in texts)),
  )
  return [...new Set(missing)].sort()
}

describe('the texts of refusals', () => {
  test('each refusal that the studio or the console can meet has a text', () => {
    const texts = { ...learnerTexts, ...staffTexts }
    expect(codesWithoutText(['studio', 'ui'], texts, FAULTS_OF_THE_APPLICATION)).toEqual([])
    expect(codesWithoutText(['console', 'ui'], texts, FAULTS_OF_THE_APPLICATION)).toEqual([])
  })

  test('each refusal that the learner app can meet has a text, or its screen handles it', () => {
    const without = [...FAULTS_OF_THE_APPLICATION, ...HANDLED_BY_LEARNER_SCREENS]
    expect(codesWithoutText(['learner', 'ui'], learnerTexts, without)).toEqual([])
  })

  test('each text belongs to a code that exists', () => {
    // Error frames of battles have codes of their own; some codes share a text, or have two.
    type Frames = 'ANSWER_TOO_LATE' | 'REMATCH_CLOSED'
    type Names =
      | 'DAILY_LIMIT'
      | 'FILE_MISSING'
      | 'PASSWORD_WRONG'
      | 'PRIZES_ABOVE_LIMIT'
      | 'PUSH_UNUSABLE'
      | 'ROOM_CLOSED'
    type Code = ErrorCode | Frames | Names | 'INTERNAL_ERROR'
    const ofLearners: readonly (`refusal.${Code}` | `invalid.${string}`)[] = Object.keys(
      learnerTexts,
    ) as (keyof typeof learnerTexts)[]
    const ofStaff: readonly `refusal.${Code}`[] = Object.keys(staffTexts) as (keyof typeof staffTexts)[]
    expect(ofLearners.length).toBeGreaterThan(100)
    expect(ofStaff.length).toBeGreaterThan(90)
  })

  test('the texts of staff are there in every language, with the same names of values', async () => {
    const namesIn = (text: unknown) => [...new Set(String(text).match(/\{\w+\}/g))].sort()
    for (const locale of Object.keys(LOCALES)) {
      const { default: texts } = (await import(`../messages/staff-refusals/${locale}.ts`)) as {
        default: Catalogue
      }
      expect(Object.keys(texts)).toEqual(Object.keys(staffTexts))
      for (const [key, text] of Object.entries(texts)) {
        expect(text).not.toBe('')
        expect({ locale, key, names: namesIn(text) }).toEqual({
          locale,
          key,
          names: namesIn(staffTexts[key as keyof typeof staffTexts]),
        })
      }
    }
  })
})
