// Parts that can be folded. They are built when they are first opened: a deep or circular schema costs
// nothing until someone asks for it.

import { el, icon } from './dom.js'

const unbuilt = new WeakMap()

export function openFold(details) {
  const build = unbuilt.get(details)
  unbuilt.delete(details)
  if (build) details.append(build())
  details.open = true
}

/** `build` gives the one element that is inside. */
export function fold(name, summary, build, isOpen = false) {
  const details = el(`details.${name}`, el('summary.row', icon('chevron'), summary))
  unbuilt.set(details, build)
  details.addEventListener('toggle', () => details.open && openFold(details))
  if (isOpen) openFold(details)
  return details
}

export const nested = (summary, build, isOpen) =>
  fold('nested', summary, () => el('div.nested-body', build()), isOpen)
