import { useQueries } from '@tanstack/react-query'
import type { Answer, Given } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { apiKey, reading, useApi } from '../../ui/api/use-api.ts'
import { CATALOGUE_QUERY, type CatalogueSearch } from '../catalogue-search.ts'

/** The courses of all pages up to the one in the URL. The first page is read as the device stores it. */
export function useCoursePages({ q, category, page: lastPage = 1 }: CatalogueSearch) {
  const query = { ...CATALOGUE_QUERY, ...(q ? { search: q } : {}), ...(category ? { category } : {}) }
  const first = useApi('GET /course', { query }, { keepPrevious: true })
  const meta = first.data?.meta
  const existingPages = meta ? Math.ceil(meta.total / meta.limit) : 1
  const further = useQueries({
    queries: Array.from({ length: Math.min(lastPage, existingPages) - 1 }, (_, index) =>
      pageQuery({ query: { ...query, page: index + 2 } }),
    ),
  })
  const read = [first, ...further]
  const firstMissing = read.findIndex(({ data }) => !data)
  const loaded = firstMissing === -1 ? read : read.slice(0, firstMissing)
  // A course may move to another page between two requests.
  const courses = new Map(loaded.flatMap(({ data }) => data!.data.map((course) => [course.id, course])))
  return {
    first,
    courses: [...courses.values()],
    loadedPages: loaded.length,
    hasMore: loaded.length < existingPages,
    isLoadingMore: further.some(({ data, isFetching }) => !data && isFetching),
    moreError: further.find(({ data, error, isFetching }) => !data && error && !isFetching)?.error,
    /** Reads the pages that have failed again. */
    retryMore: () => {
      for (const { data, refetch } of further) if (!data) void refetch()
    },
  }
}

function pageQuery(given: Given<'GET /course'>) {
  const queryKey = apiKey('GET /course', given)
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      reading.through(queryKey, () => lyceum.call('GET /course', { ...given, signal })) as Promise<
        Answer<'GET /course'>
      >,
  }
}
