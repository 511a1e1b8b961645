// The API reference. It reads the server's OpenAPI 3.1 document and draws it, without a library or a build.

import { button, el, one } from './dom.js'
import { setUpDrawer } from './drawer.js'
import { renderIntroduction } from './introduction.js'
import { renderMarkdown } from './markdown.js'
import { renderNavigation, setUpSearch } from './navigation.js'
import { renderOperation } from './operation.js'
import { groupsOf, operationsOf } from './operations.js'
import { setUpReading } from './reading.js'
import { createResolver } from './resolve-schema.js'
import { setUpToken } from './token.js'

const ADDRESS = '/openapi.json'

function showDocument(source) {
  const resolver = createResolver(source)
  const operations = operationsOf(source, resolver)
  const groups = groupsOf(source, operations)
  one('#ui-version').textContent = `v${source.info.version}`
  one('#ui-navigation').replaceChildren(...renderNavigation(groups))
  one('#ui-content').replaceChildren(
    renderIntroduction(source, ADDRESS, operations),
    ...groups.map(renderGroup),
  )
  setUpSearch()
  setUpReading(resolver, operations)
}

function renderGroup({ tag, id, description, operations }) {
  return el(
    'section',
    { id, 'aria-label': tag },
    el('header.tag-head', el('h2', tag), renderMarkdown(description)),
    operations.map(renderOperation),
  )
}

function showFailure(reason) {
  one('#ui-content').replaceChildren(
    el(
      'div.state.state-failed',
      { role: 'alert' },
      el('h1', 'The document could not be loaded'),
      el(
        'p',
        'This page draws what the server says about itself at ',
        el('a', { href: ADDRESS }, ADDRESS),
        '.',
      ),
      el('p.state-reason', reason),
      el('p', 'See that the server is running, and that a proxy before it passes on both addresses.'),
      button('button', () => location.reload(), 'Try again'),
    ),
  )
}

async function start() {
  setUpToken()
  setUpDrawer()
  try {
    const response = await fetch(ADDRESS)
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    const source = await response.json()
    if (!source.info || !source.paths) throw new Error('The answer is not an OpenAPI document.')
    showDocument(source)
  } catch (error) {
    showFailure(error.message)
  }
  one('#ui-content').setAttribute('aria-busy', 'false')
}

void start()
