import { useEffect, useEffectEvent, useRef, useState } from 'react'

const TYPING_MS = 250

/**
 * The text of a search field whose value is in the address as `q`. It searches after a pause in the typing, and follows the address if a
 * link or the back button changes it.
 */
export function useTypedSearch(q = '', search: (q: string | undefined) => void) {
  const [typed, setTyped] = useState(q)
  const seen = useRef(q)
  const sent = useRef(q)
  const send = useEffectEvent(() => {
    sent.current = typed
    search(typed || undefined)
  })
  useEffect(() => {
    const isNew = seen.current !== q
    seen.current = q
    if (isNew && q !== sent.current) {
      sent.current = q
      return setTyped(q)
    }
    if (typed === sent.current) return
    const timer = setTimeout(send, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, q])
  return [typed, setTyped] as const
}
