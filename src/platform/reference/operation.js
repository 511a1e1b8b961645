// One operation: a head that is there at once, and a body that is drawn when it comes near.

import { breakable, el, icon } from './dom.js'
import { renderMarkdown } from './markdown.js'
import { renderPayloadPanel, renderRequestPanel, renderResponsePanel } from './panels.js'
import { renderParameters } from './parameters.js'
import { renderContent, renderResponses } from './responses.js'

export function methodBadge({ method, isWebhook }) {
  const kind = isWebhook ? 'event' : method
  return el(`span.method.method-${kind}`, kind === 'delete' ? 'DEL' : kind.toUpperCase())
}

/** The braces of a path stand out, since those are what a caller has to fill in. */
function renderPath(path) {
  return path
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? el('span.path-parameter', part) : breakable(part)))
}

function renderAccess(access) {
  if (!access) return el('span.hint.security', icon('open'), 'No token needed')
  const words = [el('span.visually-hidden', access.isOptional ? 'Accepts ' : 'Needs '), access.words]
  return el(
    'span.hint.security',
    icon(access.isOptional ? 'open' : 'lock'),
    words,
    access.isOptional && ', optional',
  )
}

/** The head and an empty body, so that find-in-page and deep links work before the body is drawn. */
export function renderOperation(operation) {
  const { id, summary, isDeprecated } = operation
  const headingId = `ui-heading-${id}`
  const link = el(
    'a.anchor',
    { href: `#${encodeURIComponent(id)}`, 'aria-label': `Link to ${summary}` },
    icon('link'),
  )
  const line = el(
    'div.operation-line.row',
    methodBadge(operation),
    el('code.path', renderPath(operation.path)),
    isDeprecated && el('span.flag', 'deprecated'),
    !operation.isWebhook && renderAccess(operation.access),
  )
  return el(
    'article.operation',
    { id, 'aria-labelledby': headingId },
    el(
      'header.operation-head',
      el('h3.row', { id: headingId }, el(isDeprecated ? 's' : 'span', summary), link),
      line,
    ),
    el('div.operation-body'),
  )
}

const part = (title, ...children) => el('section.part', el('h4', title), children)

export function renderOperationBody(resolver, operation) {
  const { isWebhook, body, parameters, responses } = operation
  return [
    el(
      'div.operation-main',
      renderMarkdown(operation.description),
      parameters.length > 0 && part('Parameters', renderParameters(resolver, operation)),
      body &&
        part(
          isWebhook ? 'Payload' : 'Body',
          body.required && !isWebhook && el('span.required', 'required'),
          renderMarkdown(body.description),
          renderContent(resolver, body.content),
        ),
      responses.length > 0 &&
        part(isWebhook ? 'Expected response' : 'Responses', renderResponses(resolver, operation)),
    ),
    el(
      'div.operation-side',
      isWebhook ? renderPayloadPanel(resolver, operation) : renderRequestPanel(resolver, operation),
      renderResponsePanel(resolver, operation),
    ),
  ]
}
