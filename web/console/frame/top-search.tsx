import { useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SEARCH_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'
import { useConsoleNavigate, useConsoleSearch } from './console-link.tsx'

/** The search of every screen, which the key `/` reaches. Enter shows the results. */
export function TopSearch() {
  const { t } = useText()
  const navigate = useConsoleNavigate()
  const isShown = useLocation().pathname === SEARCH_PATH
  const search = useConsoleSearch<{ q?: string }>()
  const q = isShown ? (search.q ?? '') : ''
  const [typed, setTyped] = useState(q)
  useEffect(() => setTyped(q), [q])
  return (
    <search className="min-w-0 flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void navigate({ to: SEARCH_PATH, search: typed.trim() === '' ? {} : { q: typed.trim() } })
        }}
        className="flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 focus-within:border-primary focus-within:outline-2 focus-within:outline-primary"
      >
        <Search size={18} className="flex-none text-ink-3" aria-hidden="true" />
        <input
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          value={typed}
          maxLength={254}
          onChange={({ target }) => setTyped(target.value)}
          className="min-w-0 flex-1 bg-transparent py-2 text-[16px] text-ink outline-none placeholder:text-ink-3"
        />
        <span
          aria-hidden="true"
          className="hidden rounded-md border border-line px-2 text-sm text-ink-3 lg:block"
        >
          /
        </span>
      </form>
    </search>
  )
}
