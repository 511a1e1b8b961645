export const CATEGORIES = ['BLOCKCHAIN', 'WEB', 'DATA', 'AI', 'FINANCE', 'GENERAL'] as const
export type Category = (typeof CATEGORIES)[number]

/** The catalogue without a filter, as the device stores it for a learner without a connection. */
export const CATALOGUE_QUERY = { limit: 60 }

/** The filters of the catalogue in the URL. */
export interface CatalogueSearch {
  q?: string
  category?: Category
}

export function readCatalogueSearch({ q, category }: Record<string, unknown>): CatalogueSearch {
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(CATEGORIES.includes(category as Category) ? { category: category as Category } : {}),
  }
}
