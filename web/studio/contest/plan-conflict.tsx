import { FieldConflict } from '../frame/field-conflict.tsx'
import { useText } from '../use-text.ts'
import { differingPlanFields, type PlanFieldName, type PlanFields } from './plan-fields.ts'
import type { PlanForm } from './plan-query.ts'

/** Two versions of a plan, field by field. */
export function PlanConflict({ form }: { form: PlanForm }) {
  const { t } = useText()
  const { fields: mine, base } = form
  const theirs = form.theirs!.fields
  const changed = differingPlanFields(mine, base.fields)
  const names = differingPlanFields(mine, theirs)
  const show = (name: PlanFieldName, { [name]: value }: PlanFields) =>
    typeof value === 'string' ? value || '–' : t('plan.pool', { count: value.length })
  return (
    <FieldConflict
      names={names}
      proposed={new Map(names.map((name) => [name, changed.includes(name) ? 'mine' : 'theirs']))}
      labelOf={(name) => t(`planField.${name}`)}
      show={(name, side) => show(name, side === 'mine' ? mine : theirs)}
      submit={form.submit}
      onResolve={(chosen) =>
        void form.resolve({ ...theirs, ...Object.fromEntries(chosen.map((name) => [name, mine[name]])) })
      }
    />
  )
}
