// The document as a list of operations. An operation knows all that its drawing needs, references followed.

import { entriesOf, isObject, listOf } from './json.js'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head']
const WEBHOOKS = 'Webhooks'

export function operationsOf(document, resolver) {
  const operations = []
  const add = (isWebhook, path, raw) => {
    const item = resolver.deref(raw)
    for (const method of METHODS) {
      const source = resolver.deref(item?.[method])
      if (!isObject(source)) continue
      operations.push({
        id: source.operationId ?? `${method}-${path}`,
        isWebhook,
        method,
        path,
        url: `${baseUrl(document)}${path}`,
        summary: source.summary ?? source.operationId ?? path,
        description: source.description,
        tag: isWebhook ? WEBHOOKS : (listOf(source.tags)[0] ?? 'Other'),
        isDeprecated: source.deprecated === true,
        access: accessOf(document, source),
        parameters: parametersOf(resolver, item, source),
        body: resolver.deref(source.requestBody),
        responses: entriesOf(source.responses)
          .map(([status, response]) => ({ status, ...resolver.deref(response) }))
          .sort((one, other) => one.status.localeCompare(other.status)),
      })
    }
  }
  for (const [path, item] of entriesOf(document.paths)) add(false, path, item)
  for (const [name, item] of entriesOf(document.webhooks)) add(true, name, item)
  return operations
}

/** The page is served by the server it describes, and a token must go nowhere else: only the path counts. */
export function baseUrl(document) {
  const { pathname } = new URL(listOf(document.servers)[0]?.url ?? '/', location.origin)
  return `${location.origin}${pathname.replace(/\/$/, '')}`
}

/** Parameters of the path hold for all its methods; an operation's own of the same name and place wins. */
function parametersOf(resolver, item, source) {
  const byPlace = new Map()
  for (const raw of [...listOf(item.parameters), ...listOf(source.parameters)]) {
    const parameter = resolver.deref(raw)
    const schema = parameter.schema ?? {}
    byPlace.set(`${parameter.in}:${parameter.name}`, { ...parameter, schema })
  }
  return [...byPlace.values()]
}

export function schemeWords(document, name) {
  return document.components?.securitySchemes?.[name]?.scheme === 'bearer' ? 'Bearer token' : name
}

/** Which credentials are taken, or undefined where none are. */
function accessOf(document, source) {
  const sets = listOf(source.security ?? document.security).map((set) => Object.keys(set))
  const needed = sets.filter((set) => set.length)
  if (!needed.length) return undefined
  const words = needed.map((set) => set.map((name) => schemeWords(document, name)).join(' and ')).join(' or ')
  return { words, isOptional: needed.length < sets.length }
}

/** Tags in the order the document declares them, then the undeclared ones as they come, then webhooks. */
export function groupsOf(document, operations) {
  const byTag = Map.groupBy(operations, ({ tag }) => tag)
  const declared = listOf(document.tags)
  const isLast = (tag) => Number(tag === WEBHOOKS)
  return [...new Set([...declared.map(({ name }) => name), ...byTag.keys()])]
    .filter((tag) => byTag.has(tag))
    .sort((one, other) => isLast(one) - isLast(other))
    .map((tag) => ({
      tag,
      id: `tag/${tag.replaceAll(/\s+/g, '-')}`,
      description: declared.find(({ name }) => name === tag)?.description,
      operations: byTag.get(tag),
    }))
}
