// The list of operations at the side, and the search in it.

import { breakable, el, icon, one } from './dom.js'
import { methodBadge } from './operation.js'

export function renderNavigation(groups) {
  return groups.map(({ tag, operations }, index) =>
    // There are too many endpoints to take in at once: the first group and the one being read are open.
    el(
      'details.nav-group',
      { open: index === 0, 'data-tag': tag },
      el(
        'summary.row',
        icon('chevron'),
        el('span', tag),
        el('span.nav-count', { 'aria-hidden': 'true' }, operations.length),
      ),
      el('ul', operations.map(renderLink)),
    ),
  )
}

function renderLink(operation) {
  const { id, method, path, summary, tag } = operation
  return el(
    'li',
    { 'data-words': `${method} ${path} ${summary} ${tag}`.toLowerCase() },
    el(
      'a.nav-link',
      { href: `#${encodeURIComponent(id)}`, 'data-operation': id },
      methodBadge(operation),
      el('span', el('span', summary), el('span.nav-path', breakable(path))),
    ),
  )
}

export function setUpSearch() {
  const field = one('#ui-search')
  const navigation = one('#ui-navigation')
  const items = [...navigation.querySelectorAll('li')]

  const filter = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    const isActive = words.length > 0
    for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word))
    for (const group of navigation.children) {
      group.hidden = !group.querySelector('li:not([hidden])')
      group.open = isActive || !!group.querySelector('[aria-current]')
    }
    navigation.classList.toggle('is-filtered', isActive)
    const found = items.filter((item) => !item.hidden).length
    const count = found ? `${found} of ${items.length}` : 'Nothing matches. Try a path, a word or a tag.'
    one('#ui-search-count').textContent = isActive ? count : ''
  }
  field.addEventListener('input', filter)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') navigation.querySelector('li:not([hidden]) > a')?.click()
    if (event.key !== 'Escape' || !field.value) return
    event.stopPropagation()
    field.value = ''
    filter()
  })
}
