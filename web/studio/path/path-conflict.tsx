import { FieldConflict } from '../frame/field-conflict.tsx'
import { useText } from '../use-text.ts'
import { differingPathFields, proposedPathChoice } from './path-fields.ts'
import type { PathForm } from './path-query.ts'
import { useShownPathValue } from './use-shown-path-value.ts'

/** Two versions of a path, field by field. */
export function PathConflict({ form }: { form: PathForm }) {
  const { t } = useText()
  const show = useShownPathValue()
  const { fields: mine, base } = form
  const theirs = form.theirs!.fields
  return (
    <FieldConflict
      names={differingPathFields(mine, theirs)}
      proposed={proposedPathChoice(mine, theirs, base.fields)}
      labelOf={(name) => t(`pathField.${name}`)}
      show={(name, side) => show(name, (side === 'mine' ? mine : theirs)[name])}
      submit={form.submit}
      onResolve={(names) =>
        void form.resolve({ ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) })
      }
    />
  )
}
