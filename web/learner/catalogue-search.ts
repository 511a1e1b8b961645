/** The catalogue without a filter, as the device stores it for a learner without a connection. */
export const CATALOGUE_QUERY = { limit: 60 }

/** Categories are content: only the service knows which exist. An unknown one has no courses. */
const CATEGORY_KEY = /^[A-Z][A-Z0-9_]{0,39}$/
const LAST_PAGE = 1_000_000

/** The filters of the catalogue in the URL. */
export interface CatalogueSearch {
  q?: string
  category?: string
  /** From 2. The app shows all pages up to it, and the page for visitors this one. */
  page?: number
}

/** Leaves out what is not valid. The router passes such values on, so the screens read their search with it again. */
export function readCatalogueSearch({ q, category, page }: Record<string, unknown>): CatalogueSearch {
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(typeof category === 'string' && CATEGORY_KEY.test(category) ? { category } : {}),
    ...(Number.isInteger(page) && Number(page) > 1 && Number(page) <= LAST_PAGE
      ? { page: Number(page) }
      : {}),
  }
}
