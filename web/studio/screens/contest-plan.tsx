import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { ContestStatus, useContestTime } from '../contest/contest-status.tsx'
import { PlanConflict } from '../contest/plan-conflict.tsx'
import { PlanPrizes, PlanTexts, PlanTimes } from '../contest/plan-details.tsx'
import { PlanHeader } from '../contest/plan-header.tsx'
import { PlanPool } from '../contest/plan-pool.tsx'
import { usePlanForm } from '../contest/plan-query.ts'
import { runProblemKey } from '../contest/run-problem.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { StudioLink, useSegment } from '../frame/studio-link.tsx'
import { contestPath } from '../paths.ts'
import { useText } from '../use-text.ts'

const COLUMNS = 'mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_420px]'

/** A draft of a contest, or a series with its contests. */
export default function ContestPlan() {
  const id = useSegment('planId')
  const { data, error, refetch } = useApi('GET /admin/contest-plans/{id}', { path: { id } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const plan = data.data
  return plan.status === 'DRAFT' ? <PlanEditor key={plan.id} plan={plan} /> : <PublishedPlan plan={plan} />
}

function PlanEditor({ plan }: { plan: Api.ContestPlan }) {
  const { t } = useText()
  const form = usePlanForm(plan)
  const { submit, isChanged, discard } = form
  const save = async () => {
    if (submit.isPending || form.theirs) return false
    return !isChanged || form.save()
  }
  return (
    <>
      <PlanHeader plan={plan} save={save} />
      <form
        data-saves=""
        noValidate
        className={COLUMNS}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="grid gap-6">
          {form.theirs && <PlanConflict form={form} />}
          <PlanTexts form={form} />
          <PlanTimes form={form} />
          <PlanPrizes plan={plan} form={form} />
        </div>
        <div className="grid gap-6">
          <PlanPool plan={plan} form={form} />
          <Card>
            <FormError text={submit.error} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p role="status" className="text-sm font-semibold text-ink-2">
                {isChanged ? t('save.device') : t('save.saved')}
              </p>
              <span className="flex gap-3">
                {isChanged && (
                  <Button variant="ghost" onClick={discard}>
                    {t('save.discard')}
                  </Button>
                )}
                <Button type="submit" isPending={submit.isPending} aria-disabled={!isChanged}>
                  {t('save.save')}
                </Button>
              </span>
            </div>
          </Card>
        </div>
      </form>
    </>
  )
}

/** What has become of a published plan: its contests, and when the next one starts. */
function PublishedPlan({ plan }: { plan: Api.ContestPlan }) {
  const { t, date } = useText()
  const time = useContestTime()
  const { nextStartsAt, problem, runs, runsDone } = plan
  return (
    <>
      <PlanHeader plan={plan} />
      {runs > 1 && (
        <p className="mt-5 font-semibold text-ink-2">
          {t('contests.runs', { done: runsDone, runs })}
          {nextStartsAt &&
            ` · ${t('plan.next', { time: date(new Date(nextStartsAt), { dateStyle: 'medium', timeStyle: 'short' }) })}`}
        </p>
      )}
      {problem && (
        <p className="mt-4 rounded-2xl bg-gold-soft p-4 font-semibold text-gold-text">
          {t(runProblemKey(problem))}
        </p>
      )}
      <h2 className="mt-7 text-[21px]">{t('nav.contests')}</h2>
      <ul className="mt-3 grid gap-3">
        {plan.contests.map((contest) => (
          <li key={contest.id}>
            <StudioLink
              to={contestPath(contest.id)}
              data-list-item=""
              className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-card hover:border-ink-3"
            >
              <span className="font-bold">{time(contest)}</span>
              <ContestStatus status={contest.status} />
            </StudioLink>
          </li>
        ))}
      </ul>
    </>
  )
}
