import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { ContestQuestions, ContestRanking } from '../contest/contest-results.tsx'
import { ContestStatus, useContestTime } from '../contest/contest-status.tsx'
import { EditContestDialog } from '../contest/edit-contest-dialog.tsx'
import { reloadContests } from '../contest/plan-query.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { StudioLink, useSegment, useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { CONTESTS_PATH, contestPath } from '../paths.ts'
import { useText } from '../use-text.ts'

const LIMIT = 20

/** A published contest: its numbers, its changes, its cancellation, and its results after the end. */
export default function Contest() {
  const { t } = useText()
  const id = useSegment('contestId')
  const { page = 1 } = useStudioSearch<{ page?: number }>()
  const navigate = useStudioNavigate()
  const { data, error, refetch } = useApi(
    'GET /admin/contests/{id}/results',
    { path: { id }, query: { page, limit: LIMIT } },
    { keepPrevious: true },
  )
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const results = data.data
  return (
    <>
      <ContestHeader results={results} />
      <Numbers results={results} />
      {results.questions === null ? (
        <p className="mt-6 rounded-card bg-primary-soft p-5 font-semibold">{t('contest.undecided')}</p>
      ) : (
        <>
          <ContestRanking
            results={results}
            page={page}
            limit={LIMIT}
            onPage={(next) => void navigate({ to: contestPath(id), search: { page: next }, replace: true })}
          />
          <ContestQuestions contestId={id} questions={results.questions} />
        </>
      )}
    </>
  )
}

function ContestHeader({ results: { contest, refundGems, cancelNote } }: { results: Api.ContestResults }) {
  const { t } = useText()
  const time = useContestTime()
  const submit = useSubmit()
  const [isCancelling, setCancelling] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [note, setNote] = useState('')
  const isOpen = ['UPCOMING', 'LIVE', 'ENDED'].includes(contest.status)
  const cancel = async () => {
    await lyceum.call('POST /admin/contests/{id}/cancel', {
      path: { id: contest.id },
      body: { note: note.trim() },
    })
    await queryClient.invalidateQueries({ queryKey: ['GET /admin/contests/{id}/results'] })
    void reloadContests()
    showToast(t('contest.cancelled'))
    setCancelling(false)
  }
  return (
    <header>
      <StudioLink
        to={CONTESTS_PATH}
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
        {t('nav.contests')}
      </StudioLink>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 dir="auto" className="break-words text-[27px] lg:text-[32px]">
            {contest.title}
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-3 text-ink-2">
            <ContestStatus status={contest.status} />
            {time(contest)}
          </p>
        </div>
        {isOpen && (
          <div className="flex flex-wrap gap-3">
            {contest.status !== 'ENDED' && (
              <Button variant="secondary" onClick={() => setEditing(true)}>
                {t('contest.edit')}
              </Button>
            )}
            <Button variant="bad" onClick={() => setCancelling(true)}>
              {t('contest.cancel')}
            </Button>
          </div>
        )}
      </div>
      {contest.roomCode && <p className="mt-4 font-bold">{t('contest.code', { code: contest.roomCode })}</p>}
      {cancelNote && (
        <p dir="auto" className="mt-4 rounded-2xl bg-gold-soft p-4 font-semibold text-gold-text">
          {cancelNote}
        </p>
      )}
      <EditContestDialog contest={contest} isOpen={isEditing} onClose={() => setEditing(false)} />
      <Dialog
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        title={t('contest.cancelTitle')}
        role="alertdialog"
      >
        <p className="mt-3 text-ink-2">
          {t('contest.cancelText', { count: contest.participantCount, gems: refundGems })}
        </p>
        <div className="mt-5 grid gap-4">
          <TextArea
            label={t('contest.reason')}
            error={submit.errorOf('note')}
            rows={2}
            maxLength={500}
            required
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <FormError text={submit.error} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setCancelling(false)}>
              {t('contest.keep')}
            </Button>
            <Button
              variant="bad"
              isPending={submit.isPending}
              aria-disabled={note.trim() === ''}
              onClick={() => note.trim() !== '' && void submit.run(cancel)}
            >
              {t('contest.cancel')}
            </Button>
          </div>
        </div>
      </Dialog>
    </header>
  )
}

function Numbers({ results: { contest, submissionCount } }: { results: Api.ContestResults }) {
  const { t, number } = useText()
  const numbers = [
    [t('contest.joined'), contest.participantCount],
    [t('contest.submitted'), submissionCount],
    [t('contest.fee'), contest.entryFeeGems],
    [t('contest.prizePool'), contest.prizePoolGems],
  ] as const
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {numbers.map(([name, value]) => (
        <div key={name} className="rounded-card border border-line bg-surface p-4 shadow-card">
          <dt className="text-[15px] font-bold text-ink-2">{name}</dt>
          <dd className="text-[28px] font-extrabold tabular-nums leading-tight">{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
