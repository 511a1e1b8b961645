import { FieldConflict } from '../frame/field-conflict.tsx'
import { useText } from '../use-text.ts'
import { differingProjectFields, proposedProjectChoice } from './project-fields.ts'
import type { ProjectForm } from './project-query.ts'
import { useShownProjectValue } from './use-shown-project-value.ts'

/** Two versions of a project, field by field. */
export function ProjectConflict({ form }: { form: ProjectForm }) {
  const { t } = useText()
  const { fields: mine, base } = form
  const theirs = form.theirs!.fields
  const show = useShownProjectValue()
  return (
    <FieldConflict
      names={differingProjectFields(mine, theirs)}
      proposed={proposedProjectChoice(mine, theirs, base.fields)}
      labelOf={(name) => t(`projectField.${name}`)}
      show={(name, side) => show(name, (side === 'mine' ? mine : theirs)[name])}
      submit={form.submit}
      onResolve={(names) =>
        void form.resolve({ ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) })
      }
    />
  )
}
