import { FieldConflict } from '../frame/field-conflict.tsx'
import { useText } from '../use-text.ts'
import {
  differingProjectFields,
  type ProjectFieldName,
  type ProjectFields,
  proposedProjectChoice,
} from './project-fields.ts'
import type { ProjectForm } from './project-query.ts'

/** Two versions of a project, field by field. */
export function ProjectConflict({ form }: { form: ProjectForm }) {
  const { t } = useText()
  const { fields: mine, base } = form
  const theirs = form.theirs!.fields
  const show = (name: ProjectFieldName, fields: ProjectFields): string => {
    if (name === 'rubric')
      return fields.rubric
        .map(
          ({ criterion, points, evidence }) => `${points} · ${criterion}${evidence ? ` (${evidence})` : ''}`,
        )
        .join('\n')
    if (name === 'allowedSubmissionTypes')
      return fields[name].map((type) => t(`submissionType.${type}`)).join(', ')
    return fields[name]
  }
  return (
    <FieldConflict
      names={differingProjectFields(mine, theirs)}
      proposed={proposedProjectChoice(mine, theirs, base.fields)}
      labelOf={(name) => t(`projectField.${name}`)}
      show={(name, side) => show(name, side === 'mine' ? mine : theirs)}
      submit={form.submit}
      onResolve={(names) =>
        void form.resolve({ ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) })
      }
    />
  )
}
