import { commonErrors } from '../../../platform/errors.ts'
import type { Catalog } from './catalog.ts'

/** Refuses a filter by a category that does not exist, because it is a typing error. */
export function requireKnownCategory(catalog: Catalog, category: string | undefined): void {
  if (category === undefined || catalog.categories.has(category)) return
  throw commonErrors.validation_failed({
    details: [{ field: 'category', message: 'must be the key of a category' }],
  })
}
