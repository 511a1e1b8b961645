import { useMatch } from '@tanstack/react-router'
import { PathMap } from '../path/path-map.tsx'
import { RoadmapScreen } from '../roadmap/roadmap.tsx'
import { Welcome } from '../welcome/welcome.tsx'

/** The screens of the way to a goal share one file: each file of its own adds to the first view. */
export default function Journey() {
  // The matched route: the address changes before the screen does.
  const { fullPath } = useMatch({ strict: false })
  if (fullPath === '/roadmap') return <RoadmapScreen />
  return fullPath === '/welcome' ? <Welcome /> : <PathMap />
}
