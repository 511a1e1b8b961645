import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { Pager } from '../frame/pager.tsx'
import { SearchField } from '../frame/search-field.tsx'
import { useTopics } from '../questions/question-query.ts'
import { useText } from '../use-text.ts'

const LIMIT = 20

interface Given {
  chosen: readonly string[]
  onAdd: (questions: Api.EditedQuestion[]) => void
}

/** The question bank of the author, to choose from by search, topic and tag. */
export function QuestionPicker({
  isOpen,
  onClose,
  ...given
}: Given & { isOpen: boolean; onClose: () => void }) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('plan.add')}>
      <Picker {...given} />
    </Sheet>
  )
}

function Picker({ chosen, onAdd }: Given) {
  const { t } = useText()
  const topics = useTopics()
  const tags = useApi('GET /admin/question-tags').data?.data ?? []
  const [filter, setFilter] = useState({ search: '', topicId: '', tag: '', page: 1 })
  const [picked, setPicked] = useState<ReadonlyMap<string, Api.EditedQuestion>>(new Map())
  const set = (changes: Partial<typeof filter>) => setFilter((before) => ({ ...before, page: 1, ...changes }))
  const { search, topicId, tag, page } = filter
  const query = {
    page,
    limit: LIMIT,
    mine: 'true' as const,
    ...(search ? { search } : {}),
    ...(topicId ? { topicId } : {}),
    ...(tag ? { tag } : {}),
  }
  const { data, error, refetch } = useApi('GET /admin/questions', { query }, { keepPrevious: true })
  const open = (data?.data ?? []).filter(({ id, status }) => status !== 'ARCHIVED' && !chosen.includes(id))
  const toggle = (question: Api.EditedQuestion, isOn: boolean) => {
    const next = new Map(picked)
    if (isOn) next.set(question.id, question)
    else next.delete(question.id)
    setPicked(next)
  }
  return (
    <div className="grid gap-3">
      <SearchField label={t('bank.search')} value={search} onChange={(typed) => set({ search: typed })} />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t('field.topicId')}
          isLabelHidden
          value={topicId}
          onChange={({ target }) => set({ topicId: target.value })}
          options={[{ id: '', text: t('bank.anyTopic') }, ...topics]}
        />
        <SelectField
          label={t('bank.tags')}
          isLabelHidden
          value={tag}
          onChange={({ target }) => set({ tag: target.value })}
          options={[
            { id: '', text: t('bank.anyTag') },
            ...tags.map(({ tag: id, questionCount }) => ({ id, text: `${id} (${questionCount})` })),
          ]}
        />
      </div>
      {error && !data ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="grid gap-3">
          <LoadingNote />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : open.length === 0 ? (
        <p className="rounded-2xl bg-sunken p-4 text-ink-2">{t('plan.noQuestions')}</p>
      ) : (
        <>
          <Button
            variant="ghost"
            className="justify-self-start"
            onClick={() => setPicked(new Map([...picked, ...open.map((it) => [it.id, it] as const)]))}
          >
            {t('plan.chooseAll')}
          </Button>
          <ul className="grid gap-1">
            {open.map((question) => (
              <li key={question.id}>
                <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control p-2.5 hover:bg-sunken">
                  <input
                    type="checkbox"
                    checked={picked.has(question.id)}
                    onChange={({ target }) => toggle(question, target.checked)}
                    className="mt-0.5 size-5 flex-none accent-[var(--primary)]"
                  />
                  <span dir="auto" className="line-clamp-2 min-w-0">
                    <InlineMarkdown text={question.prompt} />
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
      {data && (
        <Pager page={page} limit={LIMIT} total={data.meta.total} onPage={(next) => set({ page: next })} />
      )}
      <Button
        isWide
        aria-disabled={picked.size === 0}
        onClick={() => picked.size > 0 && onAdd([...picked.values()])}
      >
        {t('plan.addChosen', { count: picked.size })}
      </Button>
    </div>
  )
}
