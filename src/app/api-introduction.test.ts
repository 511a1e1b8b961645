import { describe, expect, test } from 'bun:test'
import { operationsOf } from '../../test/harness/operations/operations.ts'
import { readConfig } from '../platform/config/config.ts'
import { VARIABLES } from '../platform/config/variables.ts'
import { openApiText } from './commands/openapi.ts'
import { DEMO_USERS } from './demo/demo-users.ts'

const document = JSON.parse(openApiText())
const introduction: string = document.info.description

/** The text below a heading, up to the next heading. */
const sectionOf = (heading: string) =>
  introduction.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`))

describe('the introduction of the API document', () => {
  test('the introduction has a section for each question of a new client developer', () => {
    for (const heading of [
      'Getting started',
      'Demo users',
      'Responses and errors',
      'Lists',
      'Idempotency',
      'Compatibility',
      'Rate limits',
      'Live channel',
      'Webhooks',
      'TypeScript client',
      'Error codes',
    ])
      expect([heading, sectionOf(heading)?.length]).toEqual([heading, expect.any(Number)])
  })

  test('every error code of an endpoint has its own heading with its status and messages', () => {
    const responses = operationsOf(document).flatMap(({ operation }) =>
      Object.entries<{ 'x-refusals'?: { code: string; message: string }[] }>(operation.responses),
    )
    const codes = new Set<string>()
    for (const [status, { 'x-refusals': refusals = [] }] of responses)
      for (const { code, message } of refusals) {
        codes.add(code)
        expect(sectionOf(code)).toContain(`\n\nStatus ${status}. `)
        expect(sectionOf(code)).toContain(message)
      }
    expect(codes.size).toBeGreaterThan(100)
    expect(introduction.match(/^## /gm)).toHaveLength(codes.size)
  })

  test('the compatibility rules are the same in the introduction and in docs/compatibility.md', async () => {
    const rules = sectionOf('Compatibility')!.replace('Compatibility\n', '').trim()
    expect(rules).toContain('never change in version 2')
    expect(await Bun.file('docs/compatibility.md').text()).toContain(rules)
  })

  test('the introduction names every demo user, and the limits of a production service', () => {
    for (const { email, password, role } of DEMO_USERS)
      expect(sectionOf('Demo users')).toContain(`| \`${email}\` | \`${password}\` | \`${role}\` |`)
    expect(sectionOf('Rate limits')).toContain('600 in 60 seconds')
    expect(sectionOf('Rate limits')).toContain('10 in 900 seconds')
  })

  test('the introduction names the setting of each webhook secret and its value in development', () => {
    const { contractSecrets, revenueCatKey } = readConfig({}).webhooks
    expect(sectionOf('Webhooks')).toContain(`\`CONTRACT_WEBHOOK_SECRET\` | \`${contractSecrets[0]}\``)
    expect(sectionOf('Webhooks')).toContain(`\`REVENUECAT_WEBHOOK_KEY\` | \`${revenueCatKey}\``)
    for (const [, setting] of sectionOf('Webhooks')!.matchAll(/`([A-Z_]{8,})`/g))
      expect(Object.keys(VARIABLES)).toContain(setting!)
  })

  test('the endpoints that the introduction names exist', () => {
    const named = [...introduction.matchAll(/`(GET|POST) (\/api\/[^`]+)`/g)]
    expect(named.length).toBeGreaterThan(2)
    for (const [, method, path] of named)
      expect([path, document.paths[path!]?.[method!.toLowerCase()]?.summary]).toEqual([
        path,
        expect.any(String),
      ])
  })
})
