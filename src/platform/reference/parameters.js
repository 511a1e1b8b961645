import { breakable, el } from './dom.js'
import { renderMarkdown } from './markdown.js'
import { itemShapeOf, shapeOf } from './resolve-schema.js'
import { givenExample, renderFacts, typeLabel } from './schema-facts.js'

/** One table for each place where parameters can be. */
export function renderParameters(resolver, { parameters }) {
  return [...Map.groupBy(parameters, (parameter) => parameter.in)].map(([place, group]) =>
    el(
      'table.parameters',
      el('caption', `${place[0].toUpperCase()}${place.slice(1)} parameters`),
      el(
        'thead.visually-hidden',
        el('tr', el('th', { scope: 'col' }, 'Name and type'), el('th', { scope: 'col' }, 'Meaning')),
      ),
      el(
        'tbody',
        group.map((parameter) => renderParameter(resolver, parameter)),
      ),
    ),
  )
}

function renderParameter(resolver, parameter) {
  const shape = shapeOf(resolver, parameter.schema)
  const item = itemShapeOf(resolver, shape)
  return el(
    'tr',
    el(
      'th',
      { scope: 'row' },
      el('code.field-name', breakable(parameter.name)),
      el('span.field-type', typeLabel(resolver, shape)),
      parameter.required && el('span.required', 'required'),
      parameter.deprecated && el('span.flag', 'deprecated'),
    ),
    el(
      'td',
      renderMarkdown(parameter.description ?? shape.schema.description),
      renderFacts(shape.schema, parameter.example ?? givenExample(shape.schema)),
      item && renderFacts(item.schema),
    ),
  )
}
