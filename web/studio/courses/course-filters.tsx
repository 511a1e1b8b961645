import { SelectField } from '../../ui/components/select-field.tsx'
import { SearchField } from '../frame/search-field.tsx'
import { useText } from '../use-text.ts'
import { type CourseSearch, STATUSES, type Status } from './course-search.ts'

interface Given {
  search: CourseSearch
  onChange: (search: CourseSearch) => void
  texts: { search: string; whose: string; mine: string; all: string }
  /** Projects are never archived. */
  statuses?: readonly Status[]
}

/** The search and the filters of the list. They are in the URL; another filter starts at the first page. */
export function CourseFilters({ search, onChange, texts, statuses = STATUSES }: Given) {
  const { t } = useText()
  const { q = '', status, of } = search
  return (
    <div className="mt-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <SearchField
        label={texts.search}
        value={q}
        onChange={(typed) => onChange({ ...search, q: typed, page: 1 })}
      />
      <div className="grid grid-cols-2 gap-3 sm:contents">
        <SelectField
          label={t('courses.status')}
          isLabelHidden
          value={status ?? ''}
          onChange={({ target }) => onChange({ ...search, status: target.value as Status, page: 1 })}
          options={[
            { id: '', text: t('courses.anyStatus') },
            ...statuses.map((id) => ({ id, text: t(`status.${id}`) })),
          ]}
        />
        <SelectField
          label={texts.whose}
          isLabelHidden
          value={of ?? 'mine'}
          onChange={({ target }) =>
            onChange({ ...search, of: target.value === 'all' ? 'all' : undefined, page: 1 })
          }
          options={[
            { id: 'mine', text: texts.mine },
            { id: 'all', text: texts.all },
          ]}
        />
      </div>
    </div>
  )
}
