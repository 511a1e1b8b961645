import { join } from 'node:path'
import { openApiText } from '../src/app/commands/openapi.ts'
import { createFrames, describeWebSocketApi } from '../src/app/websockets.ts'
import { createBattles } from '../src/app/wiring/create-battles.ts'
import { createListPublicProfiles } from '../src/app/wiring/list-public-profiles.ts'
import { readConfig } from '../src/platform/config/config.ts'
import type { Platform } from '../src/platform/platform.ts'
import {
  comment,
  type JsonSchema,
  objectTypescript,
  propertyName,
  typescriptOf,
} from './json-schema-to-typescript.ts'

/**
 * Generates the types of the client from the API document and the AsyncAPI document: `bun run client`. The
 * check compares the committed file with the output.
 */

export const CLIENT_TYPES = 'packages/client/src/generated.ts'
export const CLIENT_METHODS = 'packages/client/src/generated-methods.ts'

const API = '/api/v2'
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'

interface Content {
  content?: Record<string, { schema?: JsonSchema }>
}

interface ApiResponse extends Content {
  $ref?: string
  'x-refusals'?: { code: string }[]
}

interface Operation {
  operationId: string
  summary?: string
  description?: string
  security?: object[]
  parameters?: { in: string; name: string; required?: boolean; schema: JsonSchema; description?: string }[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, ApiResponse>
}

interface ApiDocument {
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, ApiResponse> }
  paths: Record<string, Record<string, Operation>>
}

interface AsyncApiDocument {
  operations: Record<string, { action: string; summary: string }>
  components: { messages: Record<string, { payload: { properties: { data: JsonSchema } } }> }
}

interface NamedOperation {
  name: string
  operation: Operation
}

function operationsOf(document: ApiDocument): NamedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: nameOf(method, path), operation })),
  )
}

/** One method for every operation, with its documentation, and the operations by method. */
export function clientMethods(): string {
  const operations = operationsOf(JSON.parse(openApiText()) as ApiDocument)
  const names = operations.map(
    ({ name, operation }) => `  ${operation.operationId}: ${JSON.stringify(name)},`,
  )
  return [
    '// Written by scripts/generate-client.ts from the API document. Write it anew with: bun run client',
    "import type { Answer, GivenArguments } from './http-client.ts'",
    `/** The operations of the API document as methods, by their \`operationId\`. */
export interface Methods {\n${operations.map(methodText).join('\n')}\n}`,
    `export const METHOD_OPERATIONS = {\n${names.join('\n')}\n} as const\n`,
  ].join('\n\n')
}

function methodText({ name, operation }: NamedOperation): string {
  const { operationId, summary, description } = operation
  const texts = [summary, ...(description ?? '').split('\n\n'), `\`${name}\``]
  const lines = texts.flatMap((text) =>
    text ? [text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim()] : [],
  )
  const documentation = lines.map((line) => `   * ${line}`).join('\n   *\n')
  const type = JSON.stringify(name)
  return `  /**\n${documentation}\n   */\n  ${operationId}(...given: GivenArguments<${type}>): Promise<Answer<${type}>>`
}

export function clientTypes(): string {
  const document = JSON.parse(openApiText()) as ApiDocument
  const operations = operationsOf(document)
  return [
    '// Written by scripts/generate-client.ts from the documents of the service. Write it anew with: bun run client',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) => `export type ${name} = ${typescriptOf(schema)}`,
    ),
    `/** Every endpoint: what it is given, and its answer. Paths begin below ${API}, or with // at the root. */
export interface Operations {\n${operations.map(operationText).join('\n')}\n}`,
    `/** Codes of refusals that the document names. */\nexport type RefusalCode =\n${codesOf(document)}`,
    listText(
      'What is called without an access token.',
      'OPEN_OPERATIONS',
      operations.filter(({ operation }) => operation.security?.length === 0),
    ),
    listText(
      'What is answered with a pair of tokens.',
      'SIGN_IN_OPERATIONS',
      operations.filter(givesTokens(document)),
    ),
    ...frameTypes(),
  ].join('\n\n')
}

/**
 * The names that callers use: `GET /course/{id}`, and `GET //.well-known/jwks.json` for paths at the root.
 */
function nameOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.startsWith(`${API}/`) ? path.slice(API.length) : `/${path}`}`
}

function operationText({ name, operation }: { name: string; operation: Operation }): string {
  const given = ['path', 'query', 'header'].flatMap((location) => parametersText(operation, location))
  const fields = [...given, ...bodyText(operation), `    answer: ${responseText(operation)}`]
  return `${comment(operation.summary, '  ')}  ${JSON.stringify(name)}: {\n${fields.join('\n')}\n  }`
}

function parametersText({ parameters = [] }: Operation, location: string): string[] {
  const own = parameters.filter((each) => each.in === location && each.name !== 'Idempotency-Key')
  if (own.length === 0) return []
  const required = own.filter((each) => each.required).map(({ name }) => name)
  const schema: JsonSchema = {
    required,
    properties: Object.fromEntries(
      own.map(({ name, schema, description }) => [name, description ? { ...schema, description } : schema]),
    ),
  }
  const field = location === 'header' ? 'headers' : location
  return [`    ${field}${required.length > 0 ? '' : '?'}: ${objectTypescript(schema, '    ')}`]
}

function bodyText({ requestBody }: Operation): string[] {
  const schema = requestBody?.content?.[JSON_TYPE]?.schema
  if (!schema) return []
  const form = requestBody.content?.[FORM_TYPE] ? ' | FormData' : ''
  return [`    body${requestBody.required ? '' : '?'}: ${typescriptOf(schema, '    ')}${form}`]
}

function responseSchemaOf({ responses }: Operation): JsonSchema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return success?.content?.[JSON_TYPE]?.schema
}

function responseText(operation: Operation): string {
  const schema = responseSchemaOf(operation)
  return schema ? typescriptOf(schema, '    ') : 'undefined'
}

function givesTokens({ components }: ApiDocument): (entry: { operation: Operation }) => boolean {
  return ({ operation }) => {
    const data = responseSchemaOf(operation)?.properties?.data
    const resolved = data?.$ref ? components.schemas[data.$ref.split('/').at(-1)!] : data
    return Boolean(resolved?.properties?.accessToken && resolved.properties.refreshToken)
  }
}

/** The codes of all responses. Those that several operations have are in the components. */
function codesOf({ paths, components }: ApiDocument): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const responses = [...operations.map(({ responses }) => responses), components.responses]
  const codes = responses
    .flatMap((each) => Object.values(each))
    .flatMap((response) => (response['x-refusals'] ?? []).map(({ code }) => code))
  return [...new Set(codes)]
    .sort()
    .map((code) => `  | '${code}'`)
    .join('\n')
}

function listText(what: string, name: string, operations: { name: string }[]): string {
  const lines = operations.map((operation) => `  ${JSON.stringify(operation.name)},`)
  return `/** ${what} */\nexport const ${name}: ReadonlySet<string> = new Set([\n${lines.join('\n')}\n])`
}

function frameTypes(): string[] {
  // Only the descriptions are used, so the handlers get no dependencies.
  const config = readConfig({})
  const platform = { config } as unknown as Platform
  const deps = { platform, describeUsers: createListPublicProfiles(config) }
  const frames = createFrames(deps, createBattles(platform))
  const document = describeWebSocketApi(frames, config.publicUrl) as AsyncApiDocument
  const framesOf = (action: string) =>
    Object.entries(document.operations)
      .filter(([, operation]) => operation.action === action)
      .map(([key, { summary }]) => {
        const type = key.slice(action.length + 1)
        const { data } = document.components.messages[type]!.payload.properties
        return `${comment(summary, '  ')}  ${propertyName(type)}: ${typescriptOf(data, '  ')}`
      })
      .join('\n')
  return [
    `/** Frames that a client sends, by type. */\nexport interface SentFrames {\n${framesOf('receive')}\n}`,
    `/** Frames that the service sends, by type. */\nexport interface ReceivedFrames {\n${framesOf('send')}\n}\n`,
  ]
}

if (import.meta.main) {
  for (const [path, text] of [
    [CLIENT_TYPES, clientTypes()],
    [CLIENT_METHODS, clientMethods()],
  ] as const) {
    await Bun.write(join(import.meta.dir, '..', path), text)
    console.log(`${path} is written.`)
  }
}
