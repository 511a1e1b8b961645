import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'
import { momentOf, numberOf, ownZone, type PlanFieldName } from './plan-fields.ts'
import type { PlanForm } from './plan-query.ts'

interface Given {
  plan: Api.ContestPlan
  form: PlanForm
}

/** The names of fields in the messages of the service. */
const SERVICE_NAMES: { [Name in PlanFieldName]?: string } = { maxMinutes: 'maxDurationSeconds' }

function useField(form: PlanForm, name: Exclude<PlanFieldName, 'questionIds'>) {
  const { t } = useText()
  return {
    label: t(`planField.${name}`),
    error: form.submit.errorOf(SERVICE_NAMES[name] ?? name),
    value: form.fields[name],
    onChange: ({ target }: { target: { value: string } }) => form.change({ [name]: target.value }),
  }
}

/** The texts of a contest, and who can join it. */
export function PlanTexts({ form }: Pick<Given, 'form'>) {
  const { t } = useText()
  return (
    <Card as="section" aria-labelledby="details">
      <h2 id="details" className="text-[21px]">
        {t('details.title')}
      </h2>
      <div className="mt-4 grid gap-4">
        <TextField {...useField(form, 'title')} maxLength={120} required dir="auto" />
        <TextArea {...useField(form, 'description')} maxLength={2_000} rows={3} dir="auto" />
        <SelectField
          {...useField(form, 'type')}
          options={(['PUBLIC', 'PRIVATE'] as const).map((id) => ({ id, text: t(`plan.type.${id}`) }))}
        />
      </div>
    </Card>
  )
}

/** When it starts and ends, in the zone of the author and, where it differs, in UTC, and how often. */
export function PlanTimes({ form }: Pick<Given, 'form'>) {
  const { t, date } = useText()
  const { fields } = form
  const inUtc = (local: string) => {
    const moment = momentOf(local)
    if (!moment || moment.getTimezoneOffset() === 0) return t('plan.zone', { zone: ownZone() })
    const utc = date(moment, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
    return t('plan.utc', { zone: ownZone(), utc })
  }
  return (
    <Card as="section" aria-labelledby="times">
      <h2 id="times" className="text-[21px]">
        {t('plan.times')}
      </h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextField {...useField(form, 'startsAt')} type="datetime-local" hint={inUtc(fields.startsAt)} />
        <TextField {...useField(form, 'endsAt')} type="datetime-local" hint={inUtc(fields.endsAt)} />
        <TextField
          {...useField(form, 'runs')}
          type="number"
          min={1}
          max={26}
          hint={numberOf(fields.runs) > 1 ? t('plan.runsHint') : t('plan.onceHint')}
        />
        <TextField {...useField(form, 'maxMinutes')} type="number" min={1} hint={t('plan.minutesHint')} />
      </div>
    </Card>
  )
}

/** Fees and prizes, with what they need of the budget of the author in numbers. */
export function PlanPrizes({ plan, form }: Given) {
  const { t } = useText()
  return (
    <Card as="section" aria-labelledby="prizes">
      <h2 id="prizes" className="text-[21px]">
        {t('plan.prizes')}
      </h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextField {...useField(form, 'entryFeeGems')} type="number" min={0} hint={t('plan.feeHint')} />
        <TextField {...useField(form, 'prizePoolGems')} type="number" min={0} hint={t('plan.poolHint')} />
        <TextField {...useField(form, 'prizeTable')} hint={t('plan.tableHint')} />
        <TextField
          {...useField(form, 'minPrizeScore')}
          type="number"
          min={1}
          max={100}
          hint={t('plan.scoreHint')}
        />
        <TextField
          {...useField(form, 'minParticipants')}
          type="number"
          min={1}
          hint={t('plan.participantsHint')}
        />
      </div>
      <Budget plan={plan} form={form} />
    </Card>
  )
}

function Budget({ plan: { budget }, form: { fields } }: Given) {
  const { t } = useText()
  const pool = numberOf(fields.prizePoolGems)
  const runs = Math.max(1, numberOf(fields.runs))
  const isTooMuch = budget !== null && (pool > budget.poolLimit || pool > budget.leftToday)
  return (
    <div
      role="status"
      className={`mt-5 grid gap-1 rounded-2xl p-4 ${isTooMuch ? 'bg-bad-soft text-bad' : 'bg-sunken text-ink'}`}
    >
      <p className="font-bold">{t('plan.promise', { gems: pool })}</p>
      {budget && pool > 0 && (
        <>
          <p className="text-sm">
            {t('plan.budget', {
              left: budget.leftToday,
              daily: budget.dailyLimit,
              most: budget.poolLimit,
            })}
          </p>
          <p className="text-sm">{t('plan.houseRule')}</p>
        </>
      )}
      {runs > 1 && pool > 0 && (
        <p className="text-sm">{t('plan.seriesPromise', { count: runs, total: pool * runs })}</p>
      )}
    </div>
  )
}
