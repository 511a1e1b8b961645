import { useState } from 'react'
import type { Answer } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { StatusPill } from '../courses/status-pill.tsx'
import { Pager } from '../frame/pager.tsx'
import { StudioLink, useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { questionFieldsOf } from '../lesson/question-fields.ts'
import { QuestionText } from '../lesson/slide-text.tsx'
import { DUPLICATES_PATH, questionPath } from '../paths.ts'
import { BackToQuestions } from '../questions/question-layout.tsx'
import { useTopics } from '../questions/question-query.ts'
import { ArchiveQuestion } from '../questions/status-actions.tsx'
import { useText } from '../use-text.ts'

const LIMIT = 10

type Group = Answer<'GET /admin/questions/duplicates'>['data'][number]

/** Questions that are the same, side by side: the author keeps one and archives the others. */
export default function Duplicates() {
  const { t } = useText()
  const { page = 1 } = useStudioSearch<{ page?: number }>()
  const navigate = useStudioNavigate()
  const query = { page, limit: LIMIT }
  const { data, error, refetch } = useApi(
    'GET /admin/questions/duplicates',
    { query },
    { keepPrevious: true },
  )
  return (
    <>
      <BackToQuestions />
      <h1 className="mt-1 text-[27px] lg:text-[32px]">{t('bank.sameTitle')}</h1>
      <p className="mt-2 max-w-2xl text-ink-2">{t('bank.sameText')}</p>
      <div className="mt-6">
        {error ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className="grid gap-4 md:grid-cols-2">
            <LoadingNote />
            <Skeleton className="h-60" />
            <Skeleton className="h-60" />
          </div>
        ) : data.data.length === 0 ? (
          <EmptyState mood="glad" title={t('bank.sameNone')} />
        ) : (
          <>
            <ul className="grid gap-8">
              {data.data.map((group) => (
                <SameQuestions key={group[0]!.id} group={group} />
              ))}
            </ul>
            <Pager
              page={page}
              limit={LIMIT}
              total={data.meta.total}
              onPage={(next) =>
                void navigate({ to: DUPLICATES_PATH, search: next > 1 ? { page: next } : {}, replace: true })
              }
            />
          </>
        )}
      </div>
    </>
  )
}

function SameQuestions({ group }: { group: Group }) {
  return (
    <li>
      <h2 dir="auto" className="mb-3 line-clamp-2 text-[19px]">
        {group[0]!.prompt}
      </h2>
      <div className="grid items-stretch gap-4 md:grid-cols-2 xl:grid-cols-3">
        {group.map(({ id }) => (
          <OneOfThem key={id} id={id} />
        ))}
      </div>
    </li>
  )
}

function OneOfThem({ id }: { id: string }) {
  const { t } = useText()
  const topics = useTopics()
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch } = useApi('GET /admin/questions/{id}', { path: { id } })
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-60" />
  const question = data.data
  const topic = topics.find((each) => each.id === question.topicId)?.text
  return (
    <Card className="flex flex-col">
      <div className="mb-3 flex flex-wrap items-center gap-2 text-sm text-ink-2">
        <StatusPill status={question.status} />
        <span dir="auto">
          {[
            topic,
            t(`quiz.difficulty.${question.difficulty}`),
            t(`bank.use.${question.use}`),
            ...question.tags,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div className="mb-4 [overflow-wrap:anywhere]">
        <QuestionText question={questionFieldsOf(question)} />
      </div>
      <div className="mt-auto flex flex-wrap gap-3">
        <StudioLink to={questionPath(id)} data-list-item="" className={buttonClass({ variant: 'secondary' })}>
          {t('bank.open')}
        </StudioLink>
        <Button variant="secondary" onClick={() => setAsked(true)}>
          {t('archive.archive')}
        </Button>
      </div>
      <ArchiveQuestion question={question} isOpen={isAsked} onClose={() => setAsked(false)} />
    </Card>
  )
}
