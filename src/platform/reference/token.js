// The access token. It lives in this tab and ends with it.

import { one } from './dom.js'

const KEY = 'lyceum.reference.token'
let token = ''

export const readToken = () => token

export function setToken(value) {
  // People paste the whole header as often as the token alone.
  token = value.trim().replace(/^bearer\s+/i, '')
  storage()?.setItem(KEY, token)
  const field = one('#ui-token-field')
  if (field.value !== token) field.value = token
  one('#ui-token-state').textContent = token ? 'Set for this tab' : 'Kept in this tab only'
  document.body.classList.toggle('has-token', token !== '')
}

/** The browser's settings can forbid storage; then the token lives as long as the page. */
function storage() {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

export function setUpToken() {
  const field = one('#ui-token-field')
  const form = one('#ui-token')
  const toggle = one('#ui-token-toggle')
  const show = one('#ui-token-show')
  const openPanel = (isOpen) => {
    document.body.classList.toggle('token-open', isOpen)
    toggle.setAttribute('aria-expanded', isOpen)
    ;(isOpen ? field : toggle).focus()
  }
  setToken(storage()?.getItem(KEY) ?? '')
  field.addEventListener('input', () => setToken(field.value))
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('keydown', (event) => event.key === 'Escape' && openPanel(false))
  toggle.addEventListener('click', () => openPanel(!document.body.classList.contains('token-open')))
  show.addEventListener('click', () => {
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    show.textContent = isShown ? 'Hide' : 'Show'
  })
  one('#ui-token-forget').addEventListener('click', () => {
    setToken('')
    field.focus()
  })
}
