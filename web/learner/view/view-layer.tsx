import { type ComponentType, useEffect, useState } from 'react'
import type { View } from '../../ui/session/view.ts'

/** Loads the banner of a view. Learners never load it. */
export function ViewLayer({ view }: { view: View }) {
  const [Banner, setBanner] = useState<ComponentType<{ view: View }>>()
  useEffect(() => {
    void import('./view-banner.tsx').then((loaded) => setBanner(() => loaded.default))
  }, [])
  return Banner && <Banner view={view} />
}
