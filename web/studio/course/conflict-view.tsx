import { FieldConflict } from '../frame/field-conflict.tsx'
import { useText } from '../use-text.ts'
import { differingFields, proposedChoice } from './course-fields.ts'
import type { CourseForm } from './use-course-form.ts'
import { useShownValue } from './use-shown-value.ts'

/** Two versions of the details, field by field. */
export function ConflictView({ form }: { form: CourseForm }) {
  const { t } = useText()
  const show = useShownValue()
  const { fields: mine, base } = form
  const theirs = form.theirs!.fields
  return (
    <FieldConflict
      names={differingFields(mine, theirs)}
      proposed={proposedChoice(mine, theirs, base.fields)}
      labelOf={(name) => t(`field.${name}`)}
      show={(name, side) => show(name, (side === 'mine' ? mine : theirs)[name])}
      submit={form.submit}
      onResolve={(names) =>
        void form.resolve({ ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) })
      }
    />
  )
}
