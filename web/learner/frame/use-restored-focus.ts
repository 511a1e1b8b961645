import { type RefObject, useEffect, useRef } from 'react'

/**
 * When `step` changes and the control that had the focus has disappeared with the old step, the element of the returned ref
 * takes the focus. Otherwise a user of the keyboard or of a screen reader would start again at the top of the page.
 */
export function useRestoredFocus<Target extends HTMLElement>(step: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) target.current?.focus({ preventScroll: true })
  }, [step])
  return target
}
