/** Calls back when the main thread has nothing to do, at the latest after this time. Returns what cancels it. */
export function whenIdle(callback: () => void, withinMs: number): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: withinMs })
  return () => cancelIdleCallback(handle)
}
