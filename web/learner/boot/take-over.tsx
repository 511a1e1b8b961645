import { useEffect, useLayoutEffect, useState } from 'react'
import { firstRendering } from '../../ui/first-rendering.ts'
import { type EarlyInput, elementAt, pathOf } from './early-input.ts'

interface Focus {
  path: number[]
  tag: string
  /** The selected text of a field. */
  range: [number | null, number | null] | undefined
}

/**
 * Rendered after everything else: does with the page of the application what the visitor did with the page before. The old page
 * is on the screen until everything is rendered, so its position is read at the end of the first rendering, which takes several
 * tasks, and its focus is followed until the application replaces it. The focus is restored in the task that replaces the page: a
 * key that is pressed between both would have no target.
 */
export function TakeOver() {
  const [oldFocus] = useState(followFocus)
  const [scrolledTo] = useState(() => window.scrollY)
  useLayoutEffect(() => {
    const focus = oldFocus.end()
    globalThis.lyceumBoot?.stop()
    if (focus) restoreFocus(focus)
    if (scrolledTo > 0) window.scrollTo(0, scrolledTo)
    firstRendering.end()
  }, [oldFocus, scrolledTo])
  useEffect(() => {
    const inputs = globalThis.lyceumBoot?.inputs.splice(0) ?? []
    for (const input of inputs) repeat(input)
  }, [])
  return null
}

/** Until `end`, which returns the last focus of the old page, although its elements may be gone by then. */
function followFocus(): { end(): Focus | undefined } {
  let focus = findFocus()
  const follow = () => {
    focus = findFocus()
  }
  const types = ['focusin', 'selectionchange']
  for (const type of types) document.addEventListener(type, follow)
  return {
    end: () => {
      for (const type of types) document.removeEventListener(type, follow)
      return focus
    },
  }
}

function findFocus(): Focus | undefined {
  const active = document.activeElement
  const path = active && active !== document.body ? pathOf(active) : undefined
  if (!active || !path) return undefined
  const { selectionStart, selectionEnd } = active as HTMLInputElement
  return {
    path,
    tag: active.tagName,
    range: isTextField(active) ? [selectionStart, selectionEnd] : undefined,
  }
}

function restoreFocus({ path, tag, range }: Focus): void {
  const element = elementAt(path, tag)
  element?.focus({ preventScroll: true })
  if (range && element && isTextField(element)) (element as HTMLInputElement).setSelectionRange(...range)
}

function repeat({ kind, path, tag, text, value }: EarlyInput): void {
  const element = elementAt(path, tag)
  if (!element || element.textContent !== text) return
  if (kind === 'click') element.click()
  else fill(element as HTMLInputElement, value)
}

/** React notices a value only if it is set as the browser does it. */
function fill(field: HTMLInputElement, value: string): void {
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}

function isTextField(element: Element): boolean {
  return element.matches('textarea,input:not([type]),input[type=text],input[type=search]')
}
