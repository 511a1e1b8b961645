import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { CONTEST_STATES, type ContestSearch, type ContestState } from '../contest/contest-search.ts'
import { ContestStatus, useContestTime } from '../contest/contest-status.tsx'
import { NewPlanDialog } from '../contest/new-plan-dialog.tsx'
import { Pager } from '../frame/pager.tsx'
import { StudioLink, type StudioSearch, useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { CONTESTS_PATH, contestPath, contestPlanPath } from '../paths.ts'
import { useText } from '../use-text.ts'

const LIMIT = 20
const PLAN_STATES: readonly ContestState[] = ['DRAFT', 'RUNNING']

/** The drafts, series and contests of the author; an admin sees those of all authors. */
export default function Contests() {
  const { t } = useText()
  const search = useStudioSearch<ContestSearch>()
  const navigate = useStudioNavigate()
  const [isCreating, setCreating] = useState(false)
  const { state } = search
  const change = (next: ContestSearch) =>
    void navigate({ to: CONTESTS_PATH, search: { ...next } as StudioSearch, replace: true })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[27px] lg:text-[34px]">{t('nav.contests')}</h1>
        <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t('contests.new')}
        </Button>
      </div>
      <SelectField
        label={t('contests.state')}
        className="mt-5 max-w-xs"
        value={state ?? ''}
        onChange={({ target }) => change(target.value ? { state: target.value as ContestState } : {})}
        options={[
          { id: '', text: t('contests.anyState') },
          ...CONTEST_STATES.map((id) => ({
            id,
            text: PLAN_STATES.includes(id)
              ? t(`plan.status.${id as 'DRAFT' | 'RUNNING'}`)
              : t(`contest.status.${id as Api.Contest['status']}`),
          })),
        ]}
      />
      {state === undefined ? (
        <Everything onCreate={() => setCreating(true)} search={search} onChange={change} />
      ) : PLAN_STATES.includes(state) ? (
        <Plans status={state as 'DRAFT' | 'RUNNING'} search={search} onChange={change} />
      ) : (
        <OpenContests status={state as Api.Contest['status']} search={search} onChange={change} />
      )}
      <NewPlanDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

interface ListGiven {
  search: ContestSearch
  onChange: (search: ContestSearch) => void
}

const usePlans = (status: 'DRAFT' | 'RUNNING', page: number) =>
  useApi('GET /admin/contest-plans', { query: { status, page, limit: LIMIT } }, { keepPrevious: true })

function useContests(status: Api.Contest['status'] | undefined, page: number) {
  const { role } = useUser()
  const query = {
    page,
    limit: LIMIT,
    ...(status ? { status } : {}),
    ...(role === 'ADMIN' ? {} : { mine: 'true' as const }),
  }
  return useApi('GET /admin/contests', { query }, { keepPrevious: true })
}

function Everything({ onCreate, search, onChange }: ListGiven & { onCreate: () => void }) {
  const { t } = useText()
  const { page = 1 } = search
  const drafts = usePlans('DRAFT', 1)
  const series = usePlans('RUNNING', 1)
  const contests = useContests(undefined, page)
  const error = drafts.error ?? series.error ?? contests.error
  if (error)
    return (
      <div className="mt-5">
        <ErrorState
          fault={error}
          onRetry={() => void Promise.all([drafts.refetch(), series.refetch(), contests.refetch()])}
        />
      </div>
    )
  if (!drafts.data || !series.data || !contests.data) return <Loading />
  if (drafts.data.meta.total + series.data.meta.total + contests.data.meta.total === 0)
    return (
      <div className="mt-5">
        <EmptyState
          mood="glad"
          title={t('contests.none')}
          action={<Button onClick={onCreate}>{t('contests.new')}</Button>}
        >
          {t('contests.noneText')}
        </EmptyState>
      </div>
    )
  return (
    <>
      <Group title={t('contests.drafts')} plans={drafts.data.data} />
      <Group title={t('contests.series')} plans={series.data.data} />
      {contests.data.data.length > 0 && (
        <section className="mt-7">
          <h2 className="text-[21px]">{t('contests.published')}</h2>
          <ContestList contests={contests.data.data} />
          <Pager
            page={page}
            limit={LIMIT}
            total={contests.data.meta.total}
            onPage={(next) => onChange({ ...search, page: next })}
          />
        </section>
      )}
    </>
  )
}

function Group({ title, plans }: { title: string; plans: Api.ListedContestPlan[] }) {
  if (plans.length === 0) return null
  return (
    <section className="mt-7">
      <h2 className="text-[21px]">{title}</h2>
      <PlanList plans={plans} />
    </section>
  )
}

function Plans({ status, search, onChange }: ListGiven & { status: 'DRAFT' | 'RUNNING' }) {
  const { page = 1 } = search
  const { data, error, refetch } = usePlans(status, page)
  return (
    <Filtered error={error} data={data} refetch={refetch} page={page} onChange={onChange} search={search}>
      {data && <PlanList plans={data.data} />}
    </Filtered>
  )
}

function OpenContests({ status, search, onChange }: ListGiven & { status: Api.Contest['status'] }) {
  const { page = 1 } = search
  const { data, error, refetch } = useContests(status, page)
  return (
    <Filtered error={error} data={data} refetch={refetch} page={page} onChange={onChange} search={search}>
      {data && <ContestList contests={data.data} />}
    </Filtered>
  )
}

interface FilteredGiven extends ListGiven {
  error: unknown
  data: { data: unknown[]; meta: { total: number } } | undefined
  refetch: () => Promise<unknown>
  page: number
  children: ReactNode
}

/** A list of one state, with what it shows while it has nothing. */
function Filtered({ error, data, refetch, page, search, onChange, children }: FilteredGiven) {
  const { t } = useText()
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.data.length === 0)
    return (
      <div className="mt-5">
        <EmptyState
          mood="lost"
          title={t('contests.nothing')}
          action={<Button onClick={() => onChange({})}>{t('courses.clear')}</Button>}
        />
      </div>
    )
  return (
    <>
      {children}
      <Pager
        page={page}
        limit={LIMIT}
        total={data.meta.total}
        onPage={(next) => onChange({ ...search, page: next })}
      />
    </>
  )
}

function Loading() {
  return (
    <div className="mt-5 grid gap-3">
      <LoadingNote />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  )
}

const ROW = 'block rounded-card border border-line bg-surface p-4 shadow-card hover:border-ink-3'
const TITLE = 'line-clamp-2 text-[18px] font-extrabold leading-snug tracking-tight'
const LINE = 'mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2'

function PlanList({ plans }: { plans: Api.ListedContestPlan[] }) {
  const { t } = useText()
  const time = useContestTime()
  return (
    <ul className="mt-3 grid gap-3">
      {plans.map((plan) => (
        <li key={plan.id}>
          <StudioLink to={contestPlanPath(plan.id)} data-list-item="" className={ROW}>
            <span dir="auto" className={TITLE}>
              {plan.title}
            </span>
            <span className={LINE}>
              <Pill tone={plan.status === 'RUNNING' ? 'good' : 'gold'} size="small">
                {t(`plan.status.${plan.status}`)}
              </Pill>
              <span>{time(plan)}</span>
              <span>{t('plan.pool', { count: plan.questionCount })}</span>
              {plan.runs > 1 && <span>{t('contests.runs', { done: plan.runsDone, runs: plan.runs })}</span>}
            </span>
          </StudioLink>
        </li>
      ))}
    </ul>
  )
}

function ContestList({ contests }: { contests: Api.Contest[] }) {
  const { t } = useText()
  const time = useContestTime()
  return (
    <ul className="mt-3 grid gap-3">
      {contests.map((contest) => (
        <li key={contest.id}>
          <StudioLink to={contestPath(contest.id)} data-list-item="" className={ROW}>
            <span dir="auto" className={TITLE}>
              {contest.title}
            </span>
            <span className={LINE}>
              <ContestStatus status={contest.status} />
              <span>{time(contest)}</span>
              <span>{t('contests.participants', { count: contest.participantCount })}</span>
              <span>{t('contests.gems', { count: contest.prizePoolGems })}</span>
            </span>
          </StudioLink>
        </li>
      ))}
    </ul>
  )
}
