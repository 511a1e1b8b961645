import { useEffect } from 'react'

/** A list whose items J and K reach: each item has one element with `data-list-item`, a link or a button. */
const ITEM = '[data-list-item]'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The keys of every screen: `/` goes to the search, J and K move through the list, Escape leaves the search. */
export function useScreenKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      if (isTyping(event.target)) {
        if (event.key === 'Escape') (event.target as HTMLElement).blur()
        return
      }
      const key = event.key.toLowerCase()
      if (key === '/') focus(event, document.querySelector('header input[type=search]'))
      else if (key === 'j') focus(event, itemBeside(1))
      else if (key === 'k') focus(event, itemBeside(-1))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function focus(event: KeyboardEvent, element: HTMLElement | null | undefined): void {
  if (!element) return
  event.preventDefault()
  element.focus()
}

/** The item after or before the one with the focus; the first one if none has it. */
function itemBeside(step: 1 | -1): HTMLElement | undefined {
  const items = [...document.querySelectorAll<HTMLElement>(ITEM)]
  const current = items.indexOf(document.activeElement as HTMLElement)
  return current < 0 ? items[0] : items[Math.min(items.length - 1, Math.max(0, current + step))]
}
