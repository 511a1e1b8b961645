import { breakable, el, icon } from './dom.js'
import { counted, entriesOf } from './json.js'
import { renderMarkdown } from './markdown.js'
import { baseUrl, schemeWords } from './operations.js'

export function renderIntroduction(source, address, operations) {
  const webhooks = operations.filter(({ isWebhook }) => isWebhook).length
  const contents = [
    counted(operations.length - webhooks, 'endpoint'),
    webhooks && counted(webhooks, 'webhook'),
  ]
  const fact = (term, value) => el('div', el('dt', term), el('dd', value))
  return el(
    'section.introduction',
    el('h1', source.info.title),
    renderMarkdown(source.info.description),
    el(
      'dl.introduction-facts',
      fact('Base address', el('code', breakable(baseUrl(source)))),
      fact('Version', source.info.version),
      fact('Contents', contents.filter(Boolean).join(', ')),
      fact('Document', el('a', { href: address }, `OpenAPI ${source.openapi}`)),
    ),
    renderSchemes(source),
  )
}

function renderSchemes(source) {
  const schemes = entriesOf(source.components?.securitySchemes)
  if (!schemes.length) return null
  return el(
    'div.schemes',
    el('h2', 'Authentication'),
    schemes.map(([name, scheme]) =>
      el(
        'div.scheme',
        el('p.row', icon('lock'), el('strong', schemeWords(source, name)), el('code', name)),
        renderMarkdown(scheme.description),
      ),
    ),
  )
}
