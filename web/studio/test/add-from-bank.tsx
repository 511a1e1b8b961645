import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { Pager } from '../frame/pager.tsx'
import { SearchField } from '../frame/search-field.tsx'
import { reloadQuestions } from '../questions/question-query.ts'
import { useText } from '../use-text.ts'

const LIMIT = 10
/** The service copies so many questions in one request. */
const MAX_CHOSEN = 100

interface Given {
  courseId: string
  isOpen: boolean
  onClose: () => void
}

/** Copies questions of the bank into the pool. */
export function AddFromBank({ isOpen, ...given }: Given) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={given.onClose} title={t('test.fromBank')}>
      <Bank {...given} />
    </Sheet>
  )
}

function Bank({ courseId, onClose }: Omit<Given, 'isOpen'>) {
  const { t } = useText()
  const submit = useSubmit()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = { page, limit: LIMIT, ...(typed ? { search: typed } : {}) }
  const { data, error, refetch } = useApi('GET /admin/questions', { query }, { keepPrevious: true })
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (!isChosen) next.delete(id)
    else if (next.size < MAX_CHOSEN) next.add(id)
    setChosen(next)
  }
  const add = async () => {
    const { data: result } = await lyceum.call('POST /admin/courses/{id}/test/questions', {
      path: { id: courseId },
      body: { questionIds: [...chosen] },
    })
    await reloadQuestions()
    const { skipped } = result
    showToast(
      skipped > 0
        ? t('test.addedSome', { added: result.addedIds.length, skipped })
        : t('test.added', { count: result.addedIds.length }),
    )
    onClose()
  }
  return (
    <>
      <p className="mb-4 text-ink-2">{t('test.fromBankText')}</p>
      <SearchField
        label={t('bank.search')}
        value={typed}
        onChange={(next) => {
          setTyped(next)
          setPage(1)
        }}
      />
      <div className="mt-4 min-h-64">
        {error && !data ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className="grid gap-2">
            <LoadingNote />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        ) : data.data.length === 0 ? (
          <p className="py-6 text-center font-semibold text-ink-2">{t('bank.nothing')}</p>
        ) : (
          <>
            <ul className="grid gap-2">
              {data.data.map(({ id, prompt, type, difficulty, skill, status }) => (
                <li key={id}>
                  <label className="flex cursor-pointer items-start gap-3 rounded-2xl border-2 border-line p-3 has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-default has-disabled:opacity-50 has-focus-visible:outline-3 has-focus-visible:outline-primary">
                    <input
                      type="checkbox"
                      checked={chosen.has(id)}
                      disabled={status === 'ARCHIVED'}
                      onChange={({ target }) => choose(id, target.checked)}
                      className="mt-0.5 size-5 flex-none accent-[var(--primary)]"
                    />
                    <span className="min-w-0">
                      <span dir="auto" className="line-clamp-2 font-bold leading-snug">
                        <InlineMarkdown text={prompt} />
                      </span>
                      <span className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-2">
                        <span>{t(`quiz.type.${type}`)}</span>
                        <span>{t(`quiz.difficulty.${difficulty}`)}</span>
                        {skill && <bdi>{skill}</bdi>}
                        {status !== 'PUBLISHED' && <span>{t(`status.${status}`)}</span>}
                      </span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            <Pager page={page} limit={LIMIT} total={data.meta.total} onPage={setPage} />
          </>
        )}
      </div>
      <div className="sticky bottom-0 -mx-6 -mb-6 mt-4 grid gap-3 border-line border-t bg-surface px-6 py-4">
        <FormError text={submit.error} />
        <Button
          isWide
          isPending={submit.isPending}
          disabled={chosen.size === 0}
          onClick={() => void submit.run(add)}
        >
          {t('test.add', { count: chosen.size })}
        </Button>
      </div>
    </>
  )
}
