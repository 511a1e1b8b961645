// On a narrow screen the navigation is a drawer.

import { one } from './dom.js'

const narrow = matchMedia('(max-width: 60rem)')

export function setUpDrawer() {
  const sidebar = one('#ui-sidebar')
  const toggle = one('#ui-drawer-toggle')
  const search = one('#ui-search')
  let isOpen = false
  const draw = (open) => {
    isOpen = open && narrow.matches
    document.body.classList.toggle('drawer-open', isOpen)
    toggle.setAttribute('aria-expanded', isOpen)
    // What is out of sight must be out of the way of the keyboard too, and the page behind an open drawer.
    sidebar.inert = narrow.matches && !isOpen
    one('#ui-content').inert = isOpen
  }
  toggle.addEventListener('click', () => {
    draw(!isOpen)
    if (isOpen) search.focus({ preventScroll: true })
  })
  one('#ui-backdrop').addEventListener('click', () => draw(false))
  narrow.addEventListener('change', () => draw(false))
  sidebar.addEventListener('click', (event) => event.target.closest('.nav-link') && draw(false))
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen) {
      draw(false)
      toggle.focus()
    }
    const isTyping = event.target.closest('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    draw(true)
    search.select()
  })
  draw(false)
}
