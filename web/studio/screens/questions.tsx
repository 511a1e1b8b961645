import { CopyCheck, FileUp, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { Pager } from '../frame/pager.tsx'
import { StudioLink, type StudioSearch, useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { type DraftedQuestions, DraftQuestions } from '../model-drafts/draft-questions.tsx'
import { DroppedItems } from '../model-drafts/dropped-items.tsx'
import { DUPLICATES_PATH, IMPORT_PATH, NEW_QUESTION_PATH, QUESTIONS_PATH } from '../paths.ts'
import { BulkSheet } from '../questions/bulk-sheet.tsx'
import { ExportMenu } from '../questions/export-menu.tsx'
import { QuestionFilters } from '../questions/question-filters.tsx'
import { useTopics } from '../questions/question-query.ts'
import { QuestionRow } from '../questions/question-row.tsx'
import {
  isFiltered,
  type QuestionSearch,
  questionFilter,
  readQuestionSearch,
} from '../questions/question-search.ts'
import { SelectionBar } from '../questions/selection-bar.tsx'
import { useText } from '../use-text.ts'

const LIMIT = 20
/** The service changes so many questions in one request. */
const MAX_CHOSEN = 500

/** The question bank of the author. */
export default function Questions() {
  const { t } = useText()
  const search = useStudioSearch<QuestionSearch>()
  const navigate = useStudioNavigate()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Api.EditedQuestion>>(new Map())
  const [isChanging, setChanging] = useState(false)
  const [drafted, setDrafted] = useState<DraftedQuestions>()
  const { page = 1, of } = search
  const query = {
    page,
    limit: LIMIT,
    ...questionFilter(search),
    ...(of === 'all' ? {} : { mine: 'true' as const }),
  }
  const { data, error, refetch } = useApi('GET /admin/questions', { query }, { keepPrevious: true })
  const change = useCallback(
    (next: QuestionSearch) =>
      void navigate({
        to: QUESTIONS_PATH,
        search: readQuestionSearch({ ...next }) as StudioSearch,
        replace: true,
      }),
    [navigate],
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[27px] lg:text-[34px]">{t('nav.questions')}</h1>
        <div className="flex flex-wrap gap-3">
          <StudioLink to={DUPLICATES_PATH} className={buttonClass({ variant: 'secondary' })}>
            <CopyCheck size={20} aria-hidden="true" />
            {t('bank.duplicates')}
          </StudioLink>
          <ExportMenu search={search} />
          <StudioLink to={IMPORT_PATH} className={buttonClass({ variant: 'secondary' })}>
            <FileUp size={20} aria-hidden="true" />
            {t('bank.import')}
          </StudioLink>
          <DraftQuestions onDrafted={setDrafted} />
          <StudioLink to={NEW_QUESTION_PATH} className={buttonClass({})}>
            <Plus size={20} aria-hidden="true" />
            {t('bank.new')}
          </StudioLink>
        </div>
      </div>
      {drafted && (
        <div className="mt-5">
          <DroppedItems
            added={drafted.questionIds.length}
            kind="questions"
            dropped={drafted.dropped}
            onClose={() => setDrafted(undefined)}
          />
        </div>
      )}
      <QuestionFilters search={search} onChange={change} />
      <div className="mt-5">
        {error && !data ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading />
        ) : data.data.length === 0 ? (
          <Nothing search={search} onClear={() => change({})} />
        ) : (
          <>
            <QuestionList questions={data.data} chosen={chosen} onChoose={setChosen} />
            <Pager
              page={page}
              limit={LIMIT}
              total={data.meta.total}
              onPage={(next) => change({ ...search, page: next })}
            />
          </>
        )}
      </div>
      {chosen.size > 0 && (
        <SelectionBar
          count={chosen.size}
          onChange={() => setChanging(true)}
          onClear={() => setChosen(new Map())}
        />
      )}
      <BulkSheet
        isOpen={isChanging}
        questions={[...chosen.values()]}
        onClose={() => setChanging(false)}
        onDone={(failed) => setChosen(new Map([...chosen].filter(([id]) => failed.includes(id))))}
      />
    </>
  )
}

interface ListGiven {
  questions: readonly Api.EditedQuestion[]
  chosen: ReadonlyMap<string, Api.EditedQuestion>
  onChoose: (chosen: ReadonlyMap<string, Api.EditedQuestion>) => void
}

function QuestionList({ questions, chosen, onChoose }: ListGiven) {
  const { t } = useText()
  const topics = new Map(useTopics().map(({ id, text }) => [id, text]))
  const mine = questions.filter(({ canEdit }) => canEdit)
  const choose = (some: readonly Api.EditedQuestion[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const question of some) {
      if (isChosen && next.size < MAX_CHOSEN) next.set(question.id, question)
      else if (!isChosen) next.delete(question.id)
    }
    onChoose(next)
  }
  return (
    <>
      {mine.length > 0 && (
        <label className="mb-2 inline-flex min-h-11 cursor-pointer items-center gap-3.5 ps-3.5 text-[15px] font-bold text-ink-2">
          <input
            type="checkbox"
            checked={mine.every(({ id }) => chosen.has(id))}
            onChange={({ target }) => choose(mine, target.checked)}
            className="size-5 accent-[var(--primary)]"
          />
          {t('bank.choosePage')}
        </label>
      )}
      <ul className="grid gap-2.5">
        {questions.map((question) => (
          <QuestionRow
            key={question.id}
            question={question}
            topic={topics.get(question.topicId)}
            isChosen={chosen.has(question.id)}
            onChoose={(isChosen) => choose([question], isChosen)}
          />
        ))}
      </ul>
    </>
  )
}

function Nothing({ search, onClear }: { search: QuestionSearch; onClear: () => void }) {
  const { t } = useText()
  if (isFiltered(search))
    return (
      <EmptyState
        mood="lost"
        title={t('bank.nothing')}
        action={<Button onClick={onClear}>{t('courses.clear')}</Button>}
      >
        {t('courses.nothingText')}
      </EmptyState>
    )
  return (
    <EmptyState
      mood="glad"
      title={t('bank.none')}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <StudioLink to={NEW_QUESTION_PATH} className={buttonClass({})}>
            {t('bank.new')}
          </StudioLink>
          <StudioLink to={IMPORT_PATH} className={buttonClass({ variant: 'secondary' })}>
            {t('bank.import')}
          </StudioLink>
        </span>
      }
    >
      {t('bank.noneText')}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div className="grid gap-2.5">
      <LoadingNote />
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  )
}
