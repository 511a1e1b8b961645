import { type ComponentType, useEffect, useState } from 'react'
import './install-prompt.ts'
import { whenIdle } from './when-idle.ts'

/** The first view has the network for itself. */
const LOAD_AFTER_MS = 3_000
const IDLE_WITHIN_MS = 1_000

/** A browser with a service worker has the files: a learner who only has a look at Today then has it offline as well. */
function schedule(load: () => void): () => void {
  if (navigator.onLine && navigator.serviceWorker?.controller) return whenIdle(load, IDLE_WITHIN_MS)
  const timer = setTimeout(load, navigator.onLine ? LOAD_AFTER_MS : 0)
  return () => clearTimeout(timer)
}

/** Loads the offline state, the outbox, updates and pushes after the first view. */
export function OfflineLayer() {
  const [Layer, setLayer] = useState<ComponentType>()
  useEffect(() => {
    const load = () =>
      void import('./layer.tsx').then(
        (loaded) => setLayer(() => loaded.Layer),
        () => undefined,
      )
    return schedule(load)
  }, [])
  return Layer && <Layer />
}
