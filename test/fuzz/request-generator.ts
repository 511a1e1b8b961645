import fc from 'fast-check'
import type { ApiOperation } from '../harness/operations/operations.ts'
import type { ResourceKind } from '../harness/operations/owned-resources.ts'
import { parameterOf } from '../harness/operations/parameter-resources.ts'
import type { Probe } from '../harness/operations/route-prober.ts'
import { corrupted, jsonText, validValue } from './value-generators.ts'

const INVALID_PATHS = [
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'a%2fb',
  'a%5cb',
  '%ED%A0%80',
  '%F0%28%8C%28',
  '%C0%AE',
  '%',
  '%zz',
  '..;',
  '1%20or%201=1',
  '%F0%9F%98%80',
  // Digits and letters that look like others.
  '%EF%BC%91%EF%BC%92',
  '%D0%B0dmin',
  '0'.repeat(36),
  'x'.repeat(6_000),
  '-1',
  'null',
  '{}',
  '019A8B5E-7C1D-7000-8000-5F1F7D1B2C3D',
  '019a8b5e7c1d700080005f1f7d1b2c3d',
  '%7B019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d%7D',
]

const INVALID_QUERIES = [
  '',
  '-1',
  '0',
  '1.5',
  '1e3',
  '+1',
  '%201',
  '0x1',
  '99999999999999999999',
  'NaN',
  '%00',
  '%ED%A0%80',
  '%EF%BC%91',
  '%25',
  "'",
  '\\',
  'true',
  '[]',
  'x'.repeat(4_000),
  '1&page=2&limit=3&limit=4',
  '1%26a=2',
]

const INVALID_HEADERS: Record<string, string>[] = [
  { accept: 'application/problem+json' },
  { accept: 'application/problem+json;q=0, */*' },
  { accept: 'x'.repeat(2_000) },
  { 'accept-language': `${'de-DE-1996,'.repeat(500)}*;q=0` },
  { 'accept-language': 'xx-klingon;q=NaN, \x7f' },
  { 'accept-encoding': 'gzip;q=0, identity;q=0' },
  { range: 'bytes=0-1,5-999999999999999999999' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'x'.repeat(4_000) },
  { 'if-none-match': '*' },
  { 'if-none-match': `"${'x'.repeat(3_000)}"` },
  { 'if-match': '"x"' },
  { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(256) },
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': 'the-same-for-everything' },
  { 'x-request-id': '../../etc' },
  { 'x-request-id': 'x'.repeat(3_000) },
  { 'x-forwarded-for': '::1, 999.999.999.999, <script>' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-pin-token': 'x'.repeat(3_000) },
  { 'x-pin-token': '' },
  { 'user-agent': '' },
  { 'user-agent': 'x'.repeat(5_000) },
  { cookie: `session=${'x'.repeat(3_000)}` },
  { te: 'trailers' },
  { expect: '100-continue' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=b' },
  { 'content-encoding': 'gzip' },
  { 'x-user-id': '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' },
]

const TOKENS: Pick<Probe, 'token' | 'role'>[] = [
  ...Array.from({ length: 12 }, () => ({})),
  { token: null },
  { token: 'e30.e30.e30' },
  { role: 'USER' },
  { role: 'SUPPORT' },
]

/** Requests to one operation: mostly valid except for one value, so that they pass the first checks. */
export function requestArbitrary(
  operation: ApiOperation,
  document: object,
  ids: Record<ResourceKind, string>,
): fc.Arbitrary<Omit<Probe, 'operation'>> {
  const defaultPath = validPath(operation, ids)
  const all = Object.values(ids)
  const schema = operation.bodySchema
  const validBody = schema
    ? fc.oneof(
        validValue(document, schema, all),
        fc
          .tuple(fc.constant(operation.bodyExample), validValue(document, schema, all), fc.boolean())
          .map(([example, value, isExample]) => (isExample ? example : { ...example, ...(value as object) })),
      )
    : fc.constant({})
  const plain = { class: 'good', path: defaultPath }
  const carried = (body: unknown) => (schema ? asSent(jsonText(body)) : {})
  const kinds: fc.WeightedArbitrary<Omit<Probe, 'operation' | 'what'>>[] = [
    { weight: 2, arbitrary: validBody.map((body) => ({ ...plain, ...carried(body) })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(validBody, fc.constantFrom(...INVALID_HEADERS), fc.constantFrom(...INVALID_HEADERS))
        .map(([body, one, other]) => ({
          ...plain,
          class: 'odd headers',
          ...carried(body),
          headers: { ...one, ...other },
        })),
    },
  ]
  if (schema)
    kinds.push({
      weight: 8,
      arbitrary: corrupted(validBody).map((body) => ({ ...plain, class: 'spoilt body', ...carried(body) })),
    })
  if (Object.keys(defaultPath).length > 0)
    kinds.push({
      weight: 2,
      arbitrary: fc
        .tuple(validBody, fc.constantFrom(...Object.keys(defaultPath)), fc.constantFrom(...INVALID_PATHS))
        .map(([body, name, invalid]) => ({
          class: 'odd path',
          path: { ...defaultPath, [name]: invalid },
          ...carried(body),
        })),
    })
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query')
  if (queries.length > 0)
    kinds.push({ weight: 4, arbitrary: queryArbitrary(document, queries, defaultPath, all) })
  return fc
    .tuple(fc.oneof(...kinds), fc.constantFrom(...TOKENS))
    .map(([probe, token]) => ({ ...probe, ...token, what: describe({ ...probe, ...token }) }))
}

/** The text and its parsed value; the response is checked against both. */
function asSent(rawBody: string): Pick<Probe, 'body' | 'rawBody'> {
  return rawBody === '' ? { rawBody } : { rawBody, body: JSON.parse(rawBody) }
}

function validPath(operation: ApiOperation, ids: Record<ResourceKind, string>): Record<string, string> {
  return Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => {
        const what = parameterOf(operation, name)
        return [name, typeof what === 'string' ? ids[what] : what.text]
      }),
  )
}

function queryArbitrary(
  document: object,
  queries: ApiOperation['parameters'],
  path: Record<string, string>,
  ids: string[],
): fc.Arbitrary<Omit<Probe, 'operation' | 'what'>> {
  const parts = queries.map(({ name, schema }) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      {
        weight: 2,
        arbitrary: validValue(document, schema, ids).map((value) => `${name}=${encode(String(value))}`),
      },
      { weight: 2, arbitrary: fc.constantFrom(...INVALID_QUERIES).map((invalid) => `${name}=${invalid}`) },
    ),
  )
  return fc
    .tuple(...parts)
    .map((chosen) => ({ class: 'query', path, query: chosen.filter(Boolean).join('&') }))
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function describe(probe: Omit<Probe, 'operation' | 'what'>): string {
  const { path, query, headers, rawBody, token, role } = probe
  return JSON.stringify({ path, query, headers, token, role, body: rawBody }).slice(0, 1_500)
}
