import { useCallback } from 'react'
import { type ConsoleSearch, useConsoleNavigate, useConsoleSearch } from '../frame/console-link.tsx'

/** The filters of a list: a free text, or one of these values. */
type Fields = Record<string, 'text' | readonly string[]>

export type ListSearch<F extends Fields> = {
  [Name in keyof F]?: F[Name] extends readonly (infer Value)[] ? Value : string
} & { page?: number }

/** Reads the filters of a list from the URL, and leaves out what the list does not know. */
export function searchReader<const F extends Fields>(fields: F) {
  return (raw: Record<string, unknown>): ListSearch<F> => {
    const read: Record<string, unknown> = {}
    for (const [name, kind] of Object.entries(fields)) {
      const value = raw[name] === undefined || raw[name] === null ? '' : `${raw[name]}`
      if (value !== '' && (kind === 'text' || kind.includes(value))) read[name] = value
    }
    if (Number.isInteger(raw.page) && (raw.page as number) > 1) read.page = raw.page
    return read as ListSearch<F>
  }
}

/**
 * The filters in the URL, and their change. Another filter starts at the first page and replaces the entry of the
 * browser's history.
 */
export function useListSearch<S extends { page?: number }>(
  path: string,
  read: (raw: Record<string, unknown>) => S,
): [S, (changes: Partial<Record<keyof S, string | number | undefined>>) => void] {
  const search = useConsoleSearch<S>()
  const navigate = useConsoleNavigate()
  const change = useCallback(
    (changes: Partial<Record<keyof S, string | number | undefined>>) => {
      const isSameList = 'page' in changes || 'open' in changes
      const next = read({ ...search, ...(isSameList ? {} : { page: undefined }), ...changes })
      void navigate({
        to: path,
        search: next as ConsoleSearch,
        replace: !isSameList,
        resetScroll: !('open' in changes),
      })
    },
    [navigate, path, read, search],
  )
  return [search, change]
}
