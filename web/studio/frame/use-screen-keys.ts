import { useEffect } from 'react'

/** A list whose items J and K reach: each item has one element with `data-list-item`, a link or a button. */
const ITEM = '[data-list-item]'
/** A form that Ctrl+S or Cmd+S submits. */
const FORM = 'form[data-saves]'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The keys of every screen: `/` goes to the search, J and K move through the list, Ctrl/Cmd+S saves. */
export function useScreenKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') return save(event)
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      if (event.key === '/') focus(event, document.querySelector('main input[type=search]'))
      else if (event.key.toLowerCase() === 'j') focus(event, itemBeside(1))
      else if (event.key.toLowerCase() === 'k') focus(event, itemBeside(-1))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function save(event: KeyboardEvent): void {
  const inside = event.target instanceof HTMLElement ? event.target.closest<HTMLFormElement>(FORM) : null
  const form = inside ?? document.querySelector<HTMLFormElement>(FORM)
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
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
