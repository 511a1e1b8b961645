// The live channel. It reads the server's AsyncAPI 3.0 document and draws its frames with the parts of the reference.

import { codeBlock, panel } from './code.js'
import { button, copyButton, el, icon, one } from './dom.js'
import { exampleOf } from './example.js'
import { entriesOf } from './json.js'
import { renderMarkdown } from './markdown.js'
import { createResolver } from './resolve-schema.js'
import { renderSchema } from './schema-tree.js'

const ADDRESS = '/asyncapi.json'

/** The document speaks for the server: what it receives is what the reader sends. */
const DIRECTIONS = [
  { action: 'receive', title: 'You send', id: 'you-send' },
  { action: 'send', title: 'You receive', id: 'you-receive' },
]

function showDocument(source) {
  const resolver = createResolver(source)
  one('#ui-version').textContent = `v${source.info.version}`
  const operations = entriesOf(source.operations).map(([, operation]) => operation)
  one('#ui-content').replaceChildren(
    renderIntroduction(source),
    ...DIRECTIONS.map((direction) => {
      const frames = operations
        .filter(({ action }) => action === direction.action)
        .map(({ messages: [message] }) => resolver.deref(resolver.deref(message)))
      return renderDirection(resolver, direction, frames)
    }),
  )
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
}

function renderIntroduction(source) {
  const [, server] = entriesOf(source.servers)[0]
  const [, channel] = entriesOf(source.channels)[0]
  const fact = (term, value) => el('div', el('dt', term), el('dd', value))
  return el(
    'section.introduction',
    el('h1', source.info.title),
    renderMarkdown(source.info.description),
    el(
      'dl.introduction-facts',
      fact('Address', el('code', `${server.protocol}://${server.host}${channel.address}`)),
      fact('Document', el('a', { href: ADDRESS }, `AsyncAPI ${source.asyncapi}`)),
    ),
  )
}

function renderDirection(resolver, { title, id }, frames) {
  return el(
    'section',
    { id, 'aria-label': title },
    el(
      'header.tag-head',
      el('h2', title),
      el(
        'ul.live-frames',
        frames.map(({ name }) => el('li', el('a', { href: `#${name}` }, name))),
      ),
    ),
    frames.map((frame) => renderFrame(resolver, frame)),
  )
}

function renderFrame(resolver, { name, summary, payload }) {
  const text = JSON.stringify(exampleOf(resolver, payload), null, 2)
  return el(
    'article.operation',
    { id: name, 'aria-labelledby': `ui-heading-${name}` },
    el(
      'header.operation-head',
      el(
        'h3.row',
        { id: `ui-heading-${name}` },
        el('code', name),
        el('a.anchor', { href: `#${name}`, 'aria-label': `Link to ${name}` }, icon('link')),
      ),
      renderMarkdown(summary),
    ),
    el(
      'div.operation-body',
      el('div.operation-main', renderSchema(resolver, payload.properties.data)),
      el(
        'div.operation-side',
        panel(
          'Example',
          copyButton('Copy', () => text),
          codeBlock(text, `Example of ${name}`, true),
        ),
      ),
    ),
  )
}

function showFailure(reason) {
  one('#ui-content').replaceChildren(
    el(
      'div.state.state-failed',
      { role: 'alert' },
      el('h1', 'The document could not be loaded'),
      el('p.state-reason', reason),
      button('button', () => location.reload(), 'Try again'),
    ),
  )
}

try {
  const response = await fetch(ADDRESS)
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  showDocument(await response.json())
} catch (error) {
  showFailure(error.message)
}
one('#ui-content').setAttribute('aria-busy', 'false')
