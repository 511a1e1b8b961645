import { useApi } from '../../ui/api/use-api.ts'
import { SelectField } from '../../ui/components/select-field.tsx'
import { STATUSES, type Status } from '../courses/course-search.ts'
import { SearchField } from '../frame/search-field.tsx'
import { QUESTION_TYPES, type QuestionType } from '../lesson/question-fields.ts'
import { useText } from '../use-text.ts'
import { useTopics } from './question-query.ts'
import type { QuestionSearch } from './question-search.ts'

interface Given {
  search: QuestionSearch
  onChange: (search: QuestionSearch) => void
}

/** The search and the filters of the bank. They are in the URL; another filter starts at the first page. */
export function QuestionFilters({ search, onChange }: Given) {
  const { t } = useText()
  const topics = useTopics()
  const tags = useApi('GET /admin/question-tags').data?.data ?? []
  const { q = '', status, type, topic, tag, of } = search
  const set = (changes: QuestionSearch) => onChange({ ...search, ...changes, page: 1 })
  return (
    <div className="mt-5 grid gap-3">
      <SearchField label={t('bank.search')} value={q} onChange={(typed) => set({ q: typed })} />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        <SelectField
          label={t('bank.whose')}
          isLabelHidden
          className="max-lg:col-span-2"
          value={of ?? 'mine'}
          onChange={({ target }) => set({ of: target.value === 'all' ? 'all' : undefined })}
          options={[
            { id: 'mine', text: t('bank.mine') },
            { id: 'all', text: t('bank.all') },
          ]}
        />
        <SelectField
          label={t('courses.status')}
          isLabelHidden
          value={status ?? ''}
          onChange={({ target }) => set({ status: target.value as Status })}
          options={[
            { id: '', text: t('courses.anyStatus') },
            ...STATUSES.map((id) => ({ id, text: t(`status.${id}`) })),
          ]}
        />
        <SelectField
          label={t('quiz.type')}
          isLabelHidden
          value={type ?? ''}
          onChange={({ target }) => set({ type: target.value as QuestionType })}
          options={[
            { id: '', text: t('bank.anyType') },
            ...QUESTION_TYPES.map((id) => ({ id, text: t(`quiz.type.${id}`) })),
          ]}
        />
        <SelectField
          label={t('field.topicId')}
          isLabelHidden
          value={topic ?? ''}
          onChange={({ target }) => set({ topic: target.value })}
          options={withChosen(topic, [{ id: '', text: t('bank.anyTopic') }, ...topics])}
        />
        <SelectField
          label={t('bank.tags')}
          isLabelHidden
          value={tag ?? ''}
          onChange={({ target }) => set({ tag: target.value })}
          options={withChosen(tag, [
            { id: '', text: t('bank.anyTag') },
            ...tags.map(({ tag: id, questionCount }) => ({ id, text: `${id} (${questionCount})` })),
          ])}
        />
      </div>
    </div>
  )
}

/** An address may name a tag that no question has any more. */
function withChosen(chosen: string | undefined, options: { id: string; text: string }[]) {
  if (!chosen || options.some(({ id }) => id === chosen)) return options
  return [...options, { id: chosen, text: chosen }]
}
