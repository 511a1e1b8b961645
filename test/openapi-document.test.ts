import { describe, expect, test } from 'bun:test'
import { openApiText } from '../src/app/commands/openapi.ts'
import { operationsOf } from './harness/operations/operations.ts'
import { resolveReference, type Schema, schemaViolations } from './harness/operations/schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document has a foreign format.
const document = JSON.parse(openApiText()) as any
const operations = operationsOf(document)

/** The faults of every operation, by its name. */
function violationsOf(
  find: (operation: (typeof operations)[number]) => (string | false | undefined)[],
): string[] {
  return operations.flatMap((operation) =>
    find(operation).flatMap((fault) => (fault ? [`${operation.name}: ${fault}`] : [])),
  )
}

describe('the OpenAPI document', () => {
  test('the OpenAPI document has version 3.1, a title, a version, a server and a description', () => {
    expect(document.openapi).toStartWith('3.1.')
    expect(document.info).toMatchObject({ title: 'Lyceum', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    expect(document.info.description.length).toBeGreaterThan(40)
    expect(document.servers).toEqual([
      {
        url: '{publicUrl}',
        variables: { publicUrl: expect.objectContaining({ default: 'http://localhost:3000' }) },
      },
    ])
    expect(operations.length).toBeGreaterThan(20)
  })

  test('the rules of Spectral and Redocly that an earlier document broke are kept', () => {
    expect(document.info.contact.name.length).toBeGreaterThan(5)
    expect(document.info.license).toEqual({ name: 'Apache-2.0', identifier: 'Apache-2.0' })
    for (const { url } of document.servers) expect(url).not.toMatch(/localhost|example\.com/)
    expect(violationsOf(({ operation }) => [!operation.description?.trim() && 'no description'])).toEqual([])
    const text = JSON.stringify(document)
    const unused = Object.entries<object>(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`))
      .filter((reference) => !text.includes(`"${reference}"`))
    expect(unused).toEqual([])
  })

  test('every operation has a unique id, a summary and a described tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids.filter((id, index) => !id || ids.indexOf(id) !== index)).toEqual([])
    const tags = new Set(document.tags.map(({ name }: { name: string }) => name))
    for (const tag of document.tags) expect(tag.description.length).toBeGreaterThan(10)
    expect(
      violationsOf(({ operation }) => [
        !operation.summary && 'no summary',
        operation.tags?.length !== 1 && 'not one tag',
        !tags.has(operation.tags?.[0]) && `the tag ${operation.tags?.[0]} is not described`,
      ]),
    ).toEqual([])
    const used = new Set(operations.flatMap(({ operation }) => operation.tags))
    expect([...tags].filter((tag) => !used.has(tag))).toEqual([])
  })

  test('every operation declares whether it needs a token, with a declared scheme', () => {
    const schemes = Object.keys(document.components.securitySchemes)
    expect(
      violationsOf(({ operation }) => [
        !Array.isArray(operation.security) && 'no security',
        ...(operation.security ?? []).flatMap((choice: object) =>
          Object.keys(choice).map(
            (scheme) => !schemes.includes(scheme) && `the scheme ${scheme} is not declared`,
          ),
        ),
        operation.security?.length > 0 &&
          !operation.responses[401] &&
          'a token is needed, but 401 is not described',
      ]),
    ).toEqual([])
  })

  test('401 of an operation with a token is about the session alone, so that clients sign out only then', () => {
    const ofSession = ['UNAUTHENTICATED', 'TOKEN_EXPIRED']
    const codesOf = ({ needsToken, operation }: (typeof operations)[number]): string[] =>
      needsToken ? operation.responses[401]['x-refusals'].map(({ code }: { code: string }) => code) : []
    expect(new Set(operations.flatMap(codesOf))).toEqual(new Set(ofSession))
    expect(
      violationsOf((operation) => codesOf(operation).map((code) => !ofSession.includes(code) && code)),
    ).toEqual([])
  })

  test('no named schema is nullable; the reference to it declares null', () => {
    const nullable = Object.entries<Schema>(document.components.schemas)
      .filter(([, { type }]) => [type].flat().includes('null'))
      .map(([name]) => name)
    expect(nullable).toEqual([])
    // A value must match all parts, so a null that one part allows is refused by the others.
    const mixed = JSON.stringify(document).match(/"allOf":\[\{"\$ref":"[^"]+"\},\{"type":\["\w+","null"\]/g)
    expect(mixed).toBeNull()
  })

  test('every path parameter is described, and no other', () => {
    expect(
      violationsOf(({ path, operation }) => {
        const described = (operation.parameters ?? []).filter((part: { in: string }) => part.in === 'path')
        const names = described.map(({ name }: { name: string }) => name).sort()
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()
        return [!Bun.deepEquals(names, inPath) && `${names} instead of ${inPath}`]
      }),
    ).toEqual([])
  })

  test('the example of a parameter conforms to its schema', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? [])
    expect(parameters.filter(({ schema }) => schema?.example !== undefined).length).toBeGreaterThan(10)
    expect(
      violationsOf(({ operation }) =>
        (operation.parameters ?? []).flatMap(({ name, schema }: { name: string; schema?: Schema }) =>
          schema?.example === undefined
            ? []
            : schemaViolations(document, schema, schema.example).map((fault) => `${name}: ${fault}`),
        ),
      ),
    ).toEqual([])
  })

  test('every JSON body and every successful response has a valid example', () => {
    expect(
      violationsOf(({ operation }) => {
        const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
        const contents = [operation.requestBody, ...answers.map(([, answer]) => answer)]
          // biome-ignore lint/suspicious/noExplicitAny: see above.
          .flatMap((part: any) => part?.content?.['application/json'] ?? [])
        return [
          answers.length === 0 && 'no good answer',
          ...contents.flatMap((content: { schema: Schema; example?: unknown }) =>
            content.example === undefined
              ? ['an example is missing']
              : schemaViolations(document, content.schema, content.example).map(
                  (fault) => `example: ${fault}`,
                ),
          ),
        ]
      }),
    ).toEqual([])
  })

  test('every refusal lists its codes with a valid example, in both formats', () => {
    expect(
      violationsOf(({ operation }) =>
        // biome-ignore lint/suspicious/noExplicitAny: see above.
        Object.entries<any>(operation.responses).flatMap(([status, answer]) => {
          if (Number(status) < 400) return []
          const codes = (answer['x-refusals'] ?? []) as { code: string; message: string }[]
          const json = answer.content?.['application/json']
          const problem = answer.content?.['application/problem+json']
          const named = codes.map(({ code }) => code)
          return [
            !Bun.deepEquals(json.schema.allOf[1].properties.error.allOf[1].properties.code.enum, named) &&
              `${status}: other codes in the schema`,
            !Bun.deepEquals(problem.schema.allOf[1].properties.code.enum, named) &&
              `${status}: other codes in the schema of the problem`,
            codes.length === 0 && `${status}: no codes`,
            codes.some(({ code, message }) => !/^[A-Z][A-Z0-9_]+$/.test(code) || !message) &&
              `${status}: a bad code`,
            ...schemaViolations(document, json.schema, json.example).map((fault) => `${status}: ${fault}`),
          ]
        }),
      ),
    ).toEqual([])
  })

  test('every webhook declares its authentication: headers, a key, or the signature of its provider', () => {
    const webhooks = operations.filter(({ path }) => /\/webhooks?\//.test(path))
    expect(webhooks.map(({ name }) => name).sort()).toEqual([
      'POST /api/v2/webhook/contract-events',
      'POST /api/v2/webhooks/payments/{provider}',
      'POST /api/v2/webhooks/revenuecat',
    ])
    expect(webhooks.filter(({ operation }) => !operation.responses[401])).toEqual([])
    const of = (path: string) => webhooks.find((webhook) => webhook.path.endsWith(path))!.operation
    const headers = of('/contract-events').parameters.filter(
      (part: { in: string; name: string }) => part.in === 'header' && part.name.startsWith('x-'),
    )
    expect(headers).toMatchObject(
      ['x-webhook-signature', 'x-webhook-timestamp', 'x-event-id'].map((name) => ({
        name,
        required: true,
        description: expect.stringMatching(/.{20,}/),
        schema: { type: 'string' },
      })),
    )
    expect(of('/revenuecat').security).toEqual([{ revenueCatKey: [] }])
    expect(document.components.securitySchemes.revenueCatKey).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    })
    for (const header of ['x-signature', 'x-yc-signature', 'x-sandbox-signature'])
      expect(of('/payments/{provider}').description).toContain(header)
  })

  test('every operation documents its response to an internal error', () => {
    const codes = operations.map(({ operation }) => operation.responses[500]?.['x-refusals'][0].code)
    expect(new Set(codes)).toEqual(new Set(['INTERNAL_ERROR']))
  })

  test('every reference in the OpenAPI document has a target', () => {
    const references: string[] = []
    const walk = (part: unknown): void => {
      if (part === null || typeof part !== 'object') return
      for (const [name, inner] of Object.entries(part)) {
        if (name === '$ref') references.push(inner as string)
        else walk(inner)
      }
    }
    walk(document)
    expect(references.length).toBeGreaterThan(operations.length)
    expect(references.filter((reference) => resolveReference(document, reference) === undefined)).toEqual([])
  })

  test('a slide names its kind in a discriminator that lists every kind', () => {
    const { oneOf, discriminator } = document.components.schemas.Slide
    expect(discriminator.propertyName).toBe('type')
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }: Schema) => $ref))
    for (const [type, $ref] of Object.entries<string>(discriminator.mapping))
      expect((resolveReference(document, $ref) as Schema).properties!.type!.enum).toEqual([type])
    expect(Object.keys(discriminator.mapping)).toContain('FLASHCARD')
  })

  test('the platform of a device is one of three values, and the files of a project are several', () => {
    const bodyOf = (name: string, type: string) =>
      operations.find((operation) => operation.name === name)!.operation.requestBody.content[type].schema
    const device = bodyOf('POST /api/v2/notifications/device-token', 'application/json')
    expect(device.properties.platform.enum).toEqual(['ios', 'android', 'web'])
    for (const step of ['draft', 'submit']) {
      const name = `POST /api/v2/course/{courseId}/project/${step}`
      const { files } = bodyOf(name, 'multipart/form-data').properties
      expect(files).toMatchObject({ type: 'array', items: { type: 'string', format: 'binary' } })
    }
  })

  test('no two operations repeat a response that is not a success', () => {
    type Responses = Record<string, { $ref?: string }>
    const inline = Object.values<Record<string, { responses: Responses }>>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status, { $ref }]) => Number(status) >= 300 && !$ref)
      .map(([status, response]) => status + JSON.stringify(response))
    expect(inline.filter((response, index) => inline.indexOf(response) !== index)).toEqual([])
    // Without spaces. With repeated refusals it was a fifth more.
    const operations = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods))
    expect(JSON.stringify(document).length / operations.length).toBeLessThan(4_800)
  })
})
