// A schema as a tree of fields that fold.

import { breakable, button, choices, el } from './dom.js'
import { nested, openFold } from './fold.js'
import { counted, entriesOf, listOf } from './json.js'
import { renderMarkdown } from './markdown.js'
import { anyKeyOf, itemShapeOf, shapeOf } from './resolve-schema.js'
import { renderFacts, typeLabel } from './schema-facts.js'

/** Opening every level is bounded, because alternatives within alternatives grow quickly. */
const MOST_OPENED = 300
/** An object of a few fields is an envelope, and what a reader looks for is inside it. */
const LARGEST_ENVELOPE = 5

export function renderSchema(resolver, schema) {
  const tree = el('div.schema', renderRoot(resolver, shapeOf(resolver, schema), true))
  if (!tree.querySelector('.nested')) return tree
  let isOpened = false
  const toggle = button(
    'text-button',
    () => {
      isOpened = !isOpened
      toggle.textContent = isOpened ? 'Collapse all' : 'Expand all'
      if (isOpened) openAll(tree)
      else for (const details of tree.querySelectorAll('.nested[open]')) details.open = false
    },
    'Expand all',
  )
  toggle.classList.add('schema-toggle')
  tree.prepend(toggle)
  return tree
}

function openAll(tree) {
  for (let count = 0; count < MOST_OPENED; count++) {
    const closed = tree.querySelector('.nested:not([open])')
    if (!closed) return
    openFold(closed)
  }
}

const recursiveFlag = () => el('span.flag', 'recursive')

/** The value itself and then what is inside it. */
function renderRoot(resolver, shape, isTop) {
  const isPlainObject = shape.types.join() === 'object' && !shape.isNullable && !shape.name
  return [
    !isPlainObject &&
      el(
        'p.root-type.row',
        el('span.field-type', typeLabel(resolver, shape)),
        shape.isRecursive && recursiveFlag(),
      ),
    renderMarkdown(shape.schema.description),
    renderFacts(shape.schema),
    renderInside(resolver, shape, isTop),
  ].flat()
}

const isCompound = ({ schema, variants, isRecursive }) =>
  !isRecursive && (variants.length > 0 || entriesOf(schema.properties).length > 0 || !!anyKeyOf(schema))

/** The fields, the alternatives or the items. */
function renderInside(resolver, shape, isTop) {
  if (shape.isRecursive) return []
  const item = itemShapeOf(resolver, shape)
  return [
    renderProperties(resolver, shape, isTop),
    shape.variants.length > 0 && renderVariants(resolver, shape),
    ...(item && isCompound(item)
      ? [renderMarkdown(item.schema.description), ...renderInside(resolver, item)]
      : [item && el('ul.fields', renderField(resolver, '[ ]', shape.schema.items, { trail: shape.trail }))]),
  ]
}

function renderProperties(resolver, { schema, trail }, isTop) {
  const properties = entriesOf(schema.properties)
  const isOpen = isTop && properties.length <= LARGEST_ENVELOPE
  const fields = properties.map(([key, value]) => {
    const isRequired = listOf(schema.required).includes(key)
    return renderField(resolver, breakable(key), value, { trail, isRequired, isOpen })
  })
  const extra = anyKeyOf(schema)
  if (extra) fields.push(renderField(resolver, el('em', 'any key'), extra, { trail }))
  return fields.length > 0 && el('ul.fields', fields)
}

/** One name with its type, its constraints and whatever is inside it. */
function renderField(resolver, name, source, { trail, isRequired, isOpen }) {
  const shape = shapeOf(resolver, source, trail)
  const item = itemShapeOf(resolver, shape)
  const itemHasInside =
    item && (isCompound(item) || item.schema.items || renderFacts(item.schema).some(Boolean))
  const head = el(
    'div.field-head.row',
    el('code.field-name', name),
    el('span.field-type', typeLabel(resolver, shape)),
    isRequired && el('span.required', 'required'),
    (shape.isRecursive || item?.isRecursive) && recursiveFlag(),
    shape.schema.deprecated && el('span.flag', 'deprecated'),
  )
  return el(
    'li.field',
    head,
    renderMarkdown(shape.schema.description),
    renderFacts(shape.schema),
    (isCompound(shape) || itemHasInside) &&
      nested(insideLabel(resolver, shape), () => renderInside(resolver, shape), isOpen),
  )
}

function insideLabel(resolver, shape) {
  const item = itemShapeOf(resolver, shape)
  const { schema, variants } = item ?? shape
  const count = entriesOf(schema.properties).length
  if (variants.length) return `${variants.length} alternatives`
  if (count) return counted(count, 'field') + (item ? ' in each item' : '')
  return item ? 'Each item' : 'Keys'
}

/** The alternatives of oneOf or anyOf, one shown at a time. */
function renderVariants(resolver, { schema, variants, trail }) {
  const shapes = variants.map((source) => shapeOf(resolver, source, trail))
  const words = schema.oneOf ? 'Exactly one of' : 'One or more of'
  const chosen = el('div')
  const buttons = choices(
    words,
    shapes.map((shape) => variantLabel(resolver, shape)),
    (index) => chosen.replaceChildren(...renderRoot(resolver, shapes[index]).filter(Boolean)),
  )
  buttons.prepend(el('span', words))
  return el('div.variants', buttons, chosen)
}

/** A field that is always the same tells the alternatives apart better than any name. */
function variantLabel(resolver, shape) {
  const constants = entriesOf(shape.schema.properties).map(([, value]) => resolver.deref(value)?.const)
  return constants.find((value) => typeof value === 'string') ?? shape.name ?? typeLabel(resolver, shape)
}
