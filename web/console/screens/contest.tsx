import { Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '../../ui/api/download-file.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { ContestCancellation } from '../contests/contest-cancellation.tsx'
import { ContestProperties } from '../contests/contest-properties.tsx'
import { ContestQuestions } from '../contests/contest-questions.tsx'
import { ContestRanking, RANKS } from '../contests/contest-ranking.tsx'
import { ContestTag } from '../contests/contest-tag.tsx'
import { useSegment } from '../frame/console-link.tsx'
import { ItemHeader } from '../frame/item-header.tsx'
import { replaces } from '../frame/replaces.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { CONTESTS_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

/** A contest with its pool, its ranking and its payouts, without answers until it is decided: who reads those cannot join. */
export default function Contest() {
  const { t } = useScreenText()
  const id = useSegment('contestId')
  const [page, setPage] = useState(1)
  const submit = useSubmit()
  const { data, error, refetch } = useApi(
    'GET /admin/contests/{id}/results',
    { path: { id }, query: { page, limit: RANKS } },
    { keepPrevious: true },
  )
  if (replaces(error, data)) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const results = data.data
  const { contest } = results
  const isDecided = contest.status === 'SETTLED' || contest.status === 'CANCELLED'
  const file = () => downloadFile(`/admin/contests/${id}/results`, { format: 'csv' })
  return (
    <>
      <ItemHeader
        list={CONTESTS_PATH}
        listName={t('nav.contests')}
        title={contest.title}
        tag={<ContestTag status={contest.status} />}
        actions={
          <>
            <a
              href={`/studio/contests/runs/${id}`}
              className={`${buttonClass({ variant: 'secondary', size: 'small' })} min-h-11`}
            >
              <ExternalLink size={17} aria-hidden="true" />
              {t('contests.studio')}
            </a>
            {isDecided && (
              <Button
                size="small"
                variant="secondary"
                className="min-h-11"
                icon={<Download size={17} aria-hidden="true" />}
                isPending={submit.isPending}
                onClick={() => void submit.run(file)}
              >
                {t('figures.csv')}
              </Button>
            )}
            {!isDecided && <ContestCancellation results={results} />}
          </>
        }
      />
      <FormError text={submit.error} />
      {contest.description && (
        <p dir="auto" className="mt-3 max-w-prose whitespace-pre-line break-words text-ink-2">
          {contest.description}
        </p>
      )}
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ContestProperties results={results} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ContestRanking results={results} isDecided={isDecided} page={page} onPage={setPage} />
          {results.questions && <ContestQuestions questions={results.questions} />}
        </div>
      </div>
    </>
  )
}
