// Follows references, folds `allOf` in and sets null apart, so that a drawing sees one plain shape.

import { isObject, listOf } from './json.js'

export function decodePart(part) {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

/** Looks up `$ref`s inside one document. Those to other files stay unresolved: the page asks nobody else. */
export function createResolver(root) {
  const find = (ref) => {
    if (!ref.startsWith('#')) return undefined
    let node = root
    for (const part of ref.split('/').slice(1).map(decodePart)) {
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined
      node = node[part]
    }
    return node
  }
  const deref = (node) => {
    for (let hops = 0; typeof node?.$ref === 'string' && hops < 32; hops++) {
      const { $ref, ...siblings } = node
      node = { ...find($ref), ...siblings }
    }
    return node
  }
  return { find, deref }
}

function mergeSchemas(base, extra) {
  const merged = { ...extra, ...base }
  if (base.properties && extra.properties) merged.properties = { ...extra.properties, ...base.properties }
  if (base.required && extra.required)
    merged.required = [...new Set([...listOf(extra.required), ...listOf(base.required)])]
  if (base.allOf && extra.allOf) merged.allOf = [...base.allOf, ...extra.allOf]
  return merged
}

const isNull = (schema) => schema?.type === 'null' || schema?.const === null

function typeOfValue(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function typesOf(schema) {
  if (schema.type !== undefined) return [schema.type].flat().map(String)
  if (schema.properties || schema.additionalProperties) return ['object']
  if (schema.items) return ['array']
  if ('const' in schema) return [typeOfValue(schema.const)]
  return [...new Set(listOf(schema.enum).map(typeOfValue))]
}

/**
 * The shape of a schema: the folded `schema`, the `name` of the component it came from, its `types` without
 * null, `isNullable`, the `variants` of oneOf or anyOf, and the `trail` of references that led here, by which
 * a cycle is known and marked `isRecursive`.
 */
export function shapeOf(resolver, source, trail = []) {
  let name
  let isRecursive = false
  let isNullable = false
  const path = [...trail]

  const follow = (node) => {
    let current = isObject(node) ? node : {}
    while (typeof current.$ref === 'string') {
      const { $ref, ...siblings } = current
      name ??= decodePart($ref.slice($ref.lastIndexOf('/') + 1))
      // Met among the ancestors it is a cycle; met beside them it is a shared base, folded in once.
      if (trail.includes($ref)) isRecursive = true
      const target = path.includes($ref) ? undefined : resolver.find($ref)
      path.push($ref)
      current = isObject(target) ? mergeSchemas(siblings, target) : siblings
    }
    return current
  }

  let schema = follow(source)
  // Folding may bring in further allOf and single choices; the count bounds a hostile document.
  for (let pass = 0; pass < 50; pass++) {
    const choice = schema.oneOf ? 'oneOf' : 'anyOf'
    const { [choice]: choices, ...withoutChoice } = schema
    if (Array.isArray(schema.allOf)) {
      const { allOf, ...rest } = schema
      const ownName = name
      schema = allOf.reduce((folded, part) => mergeSchemas(folded, follow(part)), rest)
      // A single part is that component by another road; several make something that has no name of its own.
      name = ownName ?? (allOf.length === 1 ? name : undefined)
    } else if (listOf(choices).some(isNull)) {
      isNullable = true
      schema = { ...withoutChoice, [choice]: choices.filter((one) => !isNull(one)) }
    } else if (listOf(choices).length === 1) {
      schema = mergeSchemas(withoutChoice, follow(choices[0]))
    } else break
  }

  const types = typesOf(schema)
  return {
    schema,
    name: name ?? schema.title,
    types: types.filter((type) => type !== 'null'),
    isNullable: isNullable || types.includes('null'),
    variants: isRecursive ? [] : listOf(schema.oneOf ?? schema.anyOf),
    trail: path,
    isRecursive,
  }
}

/** What the items of an array are, or undefined where nothing is said about them. */
export function itemShapeOf(resolver, { schema, trail }) {
  return isObject(schema.items) ? shapeOf(resolver, schema.items, trail) : undefined
}

/** What any further key of an object holds, or undefined where nothing is said about it. */
export function anyKeyOf({ additionalProperties }) {
  return isObject(additionalProperties) && Object.keys(additionalProperties).length
    ? additionalProperties
    : undefined
}
