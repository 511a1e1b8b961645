import type { Endpoint } from '../../platform/http/endpoint.ts'
import { heldCatalogue } from './catalogue/held-catalogue.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { LearningParts } from './learning.ts'
import { pathRoutes } from './paths/routes.ts'
import { progressRoutes } from './progress/routes.ts'
import { roadmapRoutes } from './roadmap/routes.ts'

export function learningRoutes(parts: LearningParts): Endpoint[] {
  const room = { ...parts, catalogue: heldCatalogue(parts.platform) }
  return [
    ...catalogueRoutes(room),
    ...progressRoutes(room),
    // Before the path of one learning path, whose id a router could take "roadmap" for.
    ...roadmapRoutes(room),
    ...pathRoutes(room),
  ]
}
