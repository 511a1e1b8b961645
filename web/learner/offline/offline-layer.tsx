import { type ComponentType, useEffect, useState } from 'react'
import './install-prompt.ts'

/** The first view has the network for itself. */
const LOAD_AFTER_MS = 3_000

/** Loads the offline state, the outbox, updates and pushes after the first view. */
export function OfflineLayer() {
  const [Layer, setLayer] = useState<ComponentType>()
  useEffect(() => {
    const load = () =>
      import('./layer.tsx').then(
        (loaded) => setLayer(() => loaded.Layer),
        () => undefined,
      )
    const timer = setTimeout(load, navigator.onLine ? LOAD_AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [])
  return Layer && <Layer />
}
