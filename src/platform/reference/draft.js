// What the reader has filled in. The curl command and "Try it" are both made from it, so they never disagree.

import { exampleOf, mediaExample } from './example.js'
import { asText, entriesOf, isJsonType, prettyJson } from './json.js'
import { itemShapeOf, shapeOf } from './resolve-schema.js'
import { givenExample } from './schema-facts.js'
import { readToken } from './token.js'

const FORM = 'multipart/form-data'

/** `values` by parameter, and of the body its `contentType` with either `text` or the `parts` of a form. */
export function createDraft(resolver, operation) {
  const values = new Map()
  for (const parameter of operation.parameters)
    if (parameter.in !== 'cookie') values.set(parameter, asText(parameterExample(resolver, parameter)))
  const draft = { values }
  chooseContent(resolver, draft, operation, Object.keys(operation.body?.content ?? {})[0])
  return draft
}

function parameterExample(resolver, { example, schema, required }) {
  const given = example ?? givenExample(shapeOf(resolver, schema).schema)
  return given === undefined && required ? exampleOf(resolver, schema) : given
}

/** Fills the body anew, with the example of that content type. */
export function chooseContent(resolver, draft, operation, contentType) {
  Object.assign(draft, { contentType, text: '', parts: new Map() })
  if (!contentType) return
  const media = operation.body.content[contentType]
  const example = mediaExample(resolver, media)
  if (contentType === FORM) draft.parts = formParts(resolver, media, example)
  else draft.text = isJsonType(contentType) ? prettyJson(example) : asText(example)
}

function formParts(resolver, media, example) {
  const { properties } = shapeOf(resolver, media.schema).schema
  const parts = entriesOf(properties).map(([name, source]) => {
    const shape = shapeOf(resolver, source)
    const item = itemShapeOf(resolver, shape)
    const isFile = (item ?? shape).schema.format === 'binary'
    return [name, { text: isFile ? '' : asText(example?.[name]), files: [], isFile, isMany: !!item }]
  })
  return new Map(parts)
}

export function addressOf(operation, draft) {
  let { url } = operation
  const query = new URLSearchParams()
  for (const [{ name, in: place, schema }, value] of draft.values) {
    if (value === '') continue
    if (place === 'path') url = url.replaceAll(`{${name}}`, encodeURIComponent(value))
    // A list is typed with commas and sent as one key for each value.
    const values = schema.type === 'array' ? value.split(',') : [value]
    if (place === 'query') for (const one of values) query.append(name, one.trim())
  }
  return query.size ? `${url}?${query}` : url
}

export function headersOf(draft) {
  return [...draft.values]
    .filter(([parameter, value]) => parameter.in === 'header' && value)
    .map(([{ name }, value]) => [name, value])
}

export function requestOf(operation, draft) {
  const token = readToken()
  const headers = new Headers(headersOf(draft))
  if (token && operation.access) headers.set('authorization', `Bearer ${token}`)
  let body
  if (draft.parts.size) {
    // The browser writes the content type of a form itself, because only it knows the boundary.
    body = new FormData()
    for (const [name, { text, files }] of draft.parts) {
      for (const file of files) body.append(name, file)
      if (text) body.append(name, text)
    }
  } else if (draft.text) {
    headers.set('content-type', draft.contentType)
    body = draft.text
  }
  return { method: operation.method.toUpperCase(), headers, body, credentials: 'omit', cache: 'no-store' }
}
