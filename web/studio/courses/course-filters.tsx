import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'
import { type CourseSearch, STATUSES, type Status } from './course-search.ts'

const TYPING_MS = 250

interface Given {
  search: CourseSearch
  onChange: (search: CourseSearch) => void
}

/** The search and the filters of the list. They are in the URL; another filter starts at the first page. */
export function CourseFilters({ search, onChange }: Given) {
  const { t } = useText()
  const { q = '', status, of } = search
  const [typed, setTyped] = useState(q)
  useEffect(() => setTyped(q), [q])
  useEffect(() => {
    if (typed.trim() === q) return
    const timer = setTimeout(() => onChange({ ...search, q: typed.trim(), page: 1 }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, q, search, onChange])
  return (
    <div className="mt-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <TextField
        label={t('courses.search')}
        isLabelHidden
        placeholder={t('courses.search')}
        type="search"
        icon={<Search size={20} aria-hidden="true" />}
        end={<Key>/</Key>}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-3 sm:contents">
        <SelectField
          label={t('courses.status')}
          isLabelHidden
          value={status ?? ''}
          onChange={({ target }) => onChange({ ...search, status: target.value as Status, page: 1 })}
          options={[
            { id: '', text: t('courses.anyStatus') },
            ...STATUSES.map((id) => ({ id, text: t(`status.${id}`) })),
          ]}
        />
        <SelectField
          label={t('courses.whose')}
          isLabelHidden
          value={of ?? 'mine'}
          onChange={({ target }) =>
            onChange({ ...search, of: target.value === 'all' ? 'all' : undefined, page: 1 })
          }
          options={[
            { id: 'mine', text: t('courses.mine') },
            { id: 'all', text: t('courses.all') },
          ]}
        />
      </div>
    </div>
  )
}

function Key({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="hidden rounded-md border border-line px-2 font-sans text-sm text-ink-3 lg:block"
    >
      {children}
    </span>
  )
}
