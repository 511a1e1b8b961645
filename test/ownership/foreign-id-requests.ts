import type { ApiOperation } from '../harness/operations/operations.ts'
import type { OwnedResources, ResourceKind } from '../harness/operations/owned-resources.ts'
import { ID_FIELDS, parameterOf } from '../harness/operations/parameter-resources.ts'
import { resolveReference, type Schema } from '../harness/operations/schema.ts'
import { PUBLIC_RESOURCES, UNOWNED_FIELDS } from './access-rules.ts'

/** A request with a foreign id in one place, and the same request with an unknown id. */
export interface ForeignIdRequest {
  operation: ApiOperation
  /** The requested resource; undefined if the request only claims to be another user. */
  resource: ResourceKind | undefined
  path: string
  unknownPath: string
  body: Record<string, unknown> | undefined
  unknownBody: Record<string, unknown> | undefined
}

type Ids = Record<ResourceKind, string>

/** Every place of an operation that contains an id, with the resources to request there. */
export function foreignIdRequests(
  operation: ApiOperation,
  document: object,
  theirs: OwnedResources,
  own: Partial<Ids>,
): ForeignIdRequest[] {
  const body = operation.bodySchema ? ownBody(operation, own) : undefined
  const base = { operation, resource: undefined, path: pathOf(operation, {}, own), body }
  const inPath = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap(({ name }) =>
      resourceKindsOf(operation, name).map((resource) => ({
        ...base,
        resource,
        path: pathOf(operation, { [name]: theirs.ids[resource] }, own),
        unknownPath: pathOf(operation, { [name]: unknownOf(theirs.ids[resource]) }, own),
        unknownBody: body,
      })),
    )
  const inBody = fieldsOf(operation, document).flatMap((field) =>
    ID_FIELDS[field]!.filter((resource) => !PUBLIC_RESOURCES.includes(resource)).map((resource) => ({
      ...base,
      resource,
      unknownPath: base.path,
      body: withField(body!, field, theirs.ids[resource]),
      unknownBody: withField(body!, field, unknownOf(theirs.ids[resource])),
    })),
  )
  const claim = impersonationClaims(theirs.ids)
  const impersonated = {
    ...base,
    path: `${base.path}?${new URLSearchParams(claim)}`,
    unknownPath: base.path,
    body: operation.method === 'GET' ? undefined : { ...claim, ...body },
    unknownBody: body,
  }
  return [...inPath, ...inBody, impersonated]
}

/** Claims to be another user, in every field that a careless handler might read. */
function impersonationClaims(ids: Ids): Record<string, string> {
  const names = ['userId', 'user_id', 'ownerId', 'accountId', 'sub', 'callerId']
  return {
    ...Object.fromEntries(names.map((name) => [name, ids.user])),
    sessionId: ids.session,
    role: 'ADMIN',
  }
}

function resourceKindsOf(operation: ApiOperation, parameter: string): ResourceKind[] {
  const what = parameterOf(operation, parameter)
  if (typeof what !== 'string') return []
  // A private contest is requested in the same places.
  if (what === 'contest') return ['privateContest']
  return PUBLIC_RESOURCES.includes(what) ? [] : [what]
}

/** Names of body fields with ids. An unknown one fails the test. */
function fieldsOf({ bodySchema, name }: ApiOperation, document: object): string[] {
  if (!bodySchema) return []
  const schema = bodySchema.$ref ? (resolveReference(document, bodySchema.$ref) as Schema) : bodySchema
  return Object.entries(schema.properties ?? {}).flatMap(([field, part]) => {
    if (ID_FIELDS[field]) return [field]
    const looksLikeId = part.format === 'uuid' || /(Id|Ids|Code|Token|Address)$/.test(field)
    if (looksLikeId && !UNOWNED_FIELDS.includes(field))
      throw new Error(
        `Say in test/harness/operations/parameter-resources.ts what ${field} of ${name} is an id of.`,
      )
    return []
  })
}

/** The caller's own values. */
function ownBody({ bodyExample }: ApiOperation, own: Partial<Ids>): Record<string, unknown> {
  const body = { ...bodyExample }
  for (const [field, [first]] of Object.entries(ID_FIELDS))
    if (field in body && own[first!]) body[field] = own[first!]
  return body
}

function withField(body: Record<string, unknown>, field: string, value: string): Record<string, unknown> {
  const { walletPin, ...rest } = body
  // A token replaces the PIN, so the PIN is not checked together with one.
  return { ...(field === 'pinToken' ? rest : body), [field]: value }
}

function pathOf(operation: ApiOperation, given: Record<string, string>, own: Partial<Ids>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const what = parameterOf(operation, name)
    return given[name] ?? (typeof what === 'string' ? (own[what] ?? Bun.randomUUIDv7()) : what.text)
  })
}

/** Another id of the same format that does not exist. */
export function unknownOf(id: string): string {
  if (/^[0-9a-f]{8}-/.test(id)) return Bun.randomUUIDv7()
  if (/^\d+$/.test(id)) return id === '000000' ? '000001' : '000000'
  // In lower case, because mixed case is a checksum.
  if (id.startsWith('0x')) return id.slice(0, -1).toLowerCase() + (id.at(-1) === '1' ? '2' : '1')
  return id.slice(0, -1) + (id.at(-1) === 'A' ? 'B' : 'A')
}
