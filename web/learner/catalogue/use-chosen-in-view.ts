import { type RefObject, useEffect, useRef } from 'react'

const EDGE = 20

/** Scrolls a row sideways, and not the page, so that its chosen item is visible. `chosen` changes with the item or its appearance. */
export function useChosenInView<Row extends HTMLElement>(chosen: unknown): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    const item = row.current?.querySelector('[aria-pressed=true], [aria-current=page]')
    if (!chosen || !row.current || !item) return
    const [outer, inner] = [row.current.getBoundingClientRect(), item.getBoundingClientRect()]
    if (inner.left < outer.left) row.current.scrollBy({ left: inner.left - outer.left - EDGE })
    else if (inner.right > outer.right) row.current.scrollBy({ left: inner.right - outer.right + EDGE })
  }, [chosen])
  return row
}
