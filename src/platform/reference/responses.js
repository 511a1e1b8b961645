// The answers of an operation: their bodies, their headers and the codes of their refusals.

import { breakable, choices, el } from './dom.js'
import { fold, nested } from './fold.js'
import { counted, entriesOf, listOf } from './json.js'
import { renderInline, renderMarkdown } from './markdown.js'
import { shapeOf } from './resolve-schema.js'
import { typeLabel } from './schema-facts.js'
import { renderSchema } from './schema-tree.js'
import { REASONS, statusChip } from './status.js'

/** The schemas of a body: one at once, several behind a choice of content type. */
export function renderContent(resolver, content) {
  const entries = entriesOf(content)
  if (!entries.length) return null
  const chosen = el('div')
  const show = (index) => {
    const { schema } = entries[index][1]
    chosen.replaceChildren(schema ? renderSchema(resolver, schema) : '')
  }
  const types = entries.map(([type]) => type)
  const head = types.length > 1 ? choices('Content type', types, show) : el('p.content-type', types[0])
  if (types.length === 1) show(0)
  return el('div', head, chosen)
}

export function renderResponses(resolver, { responses }) {
  const firstGood = responses.find(({ status }) => status.startsWith('2'))
  return responses.map((response) => {
    const count = listOf(response['x-refusals']).length
    const summary = [
      statusChip(response.status),
      el('span.response-words', renderInline(response.description ?? REASONS[response.status] ?? '')),
      count > 0 && el('span.flag', counted(count, 'code')),
    ]
    return fold('response', summary, () => renderResponse(resolver, response), response === firstGood)
  })
}

function renderResponse(resolver, { content, headers, 'x-refusals': refusals }) {
  const body = renderContent(resolver, content)
  const hasRefusals = listOf(refusals).length > 0
  return el(
    'div.response-body',
    hasRefusals && renderRefusals(refusals),
    renderHeaders(resolver, headers),
    // Refusals all share one envelope; it is there for whoever needs it and out of the way of the codes.
    body && hasRefusals ? nested('Shape of the refusal', () => body) : body,
    !body && !hasRefusals && el('p.quiet', 'No body.'),
  )
}

function renderRefusals(refusals) {
  return el(
    'table.refusals',
    el('caption.visually-hidden', 'Refusals'),
    el('thead', el('tr', el('th', { scope: 'col' }, 'Code'), el('th', { scope: 'col' }, 'Meaning'))),
    el(
      'tbody',
      refusals.map(({ code, message }) =>
        el('tr', el('th', { scope: 'row' }, el('code', breakable(code))), el('td', message)),
      ),
    ),
  )
}

function renderHeaders(resolver, headers) {
  const entries = entriesOf(headers)
  const renderHeader = ([name, raw]) => {
    const { description, schema } = resolver.deref(raw)
    const type = typeLabel(resolver, shapeOf(resolver, schema))
    const head = el('div.field-head.row', el('code.field-name', name), el('span.field-type', type))
    return el('li.field', head, renderMarkdown(description))
  }
  if (!entries.length) return null
  return nested(counted(entries.length, 'header'), () => el('ul.fields', entries.map(renderHeader)))
}
