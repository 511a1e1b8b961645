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
 * is on the screen until everything is rendered, so its focus and position are read at the end of the first rendering, which takes
 * several tasks.
 */
export function TakeOver() {
  const [focus] = useState(findFocus)
  const [scrolledTo] = useState(() => window.scrollY)
  useLayoutEffect(() => {
    globalThis.lyceumBoot?.stop()
    if (scrolledTo > 0) window.scrollTo(0, scrolledTo)
    firstRendering.end()
  }, [scrolledTo])
  useEffect(() => {
    const inputs = globalThis.lyceumBoot?.inputs.splice(0) ?? []
    if (focus) restoreFocus(focus)
    for (const input of inputs) repeat(input)
  }, [focus])
  return null
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
