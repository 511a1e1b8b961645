import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'
import type { SaveState } from './draft-saver.ts'
import { ProjectFiles } from './project-files.tsx'
import { useDraft } from './use-draft.ts'

const NOTES_LENGTH = 20_000
const FIELD_OF = { REPOSITORY_URL_NOT_ALLOWED: 'repositoryUrl', URL_NOT_ALLOWED: 'url' }

interface Given {
  project: Api.Project
  draft: Api.ProjectSubmission | undefined
  /** The last attempt, whose words the next one begins with. */
  before: Api.ProjectSubmission | undefined
}

/** The work of the learner, saved while it is typed. */
export function ProjectForm({ project, draft, before }: Given) {
  const { t } = useScreenText()
  const { courseId, allowedSubmissionTypes: types } = project
  const { fields, state, change, other, decide, ...saving } = useDraft(courseId, types, draft, before)
  const { isPending, error, errorOf, run } = useSubmit(FIELD_OF)
  const { submissionType: type } = fields
  const submit = async () => {
    await saving.pause()
    const isSent = await run(async () => {
      const { submissionType, notes, repositoryUrl, url } = fields
      const body = {
        submissionType,
        notes,
        ...(type === 'GITHUB_REPO' ? { repositoryUrl } : {}),
        ...(type.endsWith('_URL') ? { url } : {}),
      }
      await lyceum.call('POST /course/{courseId}/project/submit', { path: { courseId }, body })
    })
    if (!isSent) return saving.resume()
    saving.finish(fields)
    await queryClient.invalidateQueries({ queryKey: ['GET /course/{courseId}/project/submission'] })
  }
  return (
    <Card as="section" aria-labelledby="work-title" className="mt-6">
      <h2 id="work-title" className="text-[20px]">
        {t('project.work')}
      </h2>
      {other && (
        <div role="alert" className="mt-4 grid gap-3 rounded-control bg-gold-soft p-4 text-gold-text">
          <p className="font-semibold">{t('project.conflict')}</p>
          <p className="max-h-40 overflow-auto whitespace-pre-wrap rounded-control bg-surface p-3 text-ink">
            <bdi>{[other.repositoryUrl, other.url, other.notes].filter(Boolean).join('\n')}</bdi>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => decide(false)}>
              {t('project.keepMine')}
            </Button>
            <Button variant="secondary" onClick={() => decide(true)}>
              {t('project.takeOther')}
            </Button>
          </div>
        </div>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        className="mt-4 grid gap-5"
      >
        {types.length > 1 && (
          <ChipChoice
            label={t('project.type')}
            choices={types.map((value) => ({ value, content: t(`project.type.${value}`) }))}
            chosen={type}
            onChoose={(submissionType) => change({ submissionType })}
          />
        )}
        {type === 'GITHUB_REPO' && (
          <TextField
            label={t('project.repository')}
            type="url"
            dir="ltr"
            inputMode="url"
            placeholder="https://"
            maxLength={500}
            value={fields.repositoryUrl}
            onChange={({ target }) => change({ repositoryUrl: target.value })}
            error={errorOf('repositoryUrl')}
          />
        )}
        {type.endsWith('_URL') && (
          <TextField
            label={t('project.address')}
            type="url"
            dir="ltr"
            inputMode="url"
            placeholder="https://"
            maxLength={500}
            value={fields.url}
            onChange={({ target }) => change({ url: target.value })}
            error={errorOf('url')}
          />
        )}
        {type === 'FILE_UPLOAD' && (
          <ProjectFiles courseId={courseId} files={draft?.files ?? []} onSaved={saving.rebase} />
        )}
        <TextArea
          label={type === 'TEXT' ? t('project.text') : t('project.notes')}
          hint={t('project.notesHint')}
          rows={type === 'TEXT' ? 12 : 6}
          maxLength={NOTES_LENGTH}
          dir="auto"
          value={fields.notes}
          onChange={({ target }) => change({ notes: target.value })}
          error={errorOf('notes')}
        />
        <SaveNote state={state} />
        <FormError text={error} />
        <Button type="submit" size="large" isWide isPending={isPending}>
          {t('project.submit')}
        </Button>
      </form>
    </Card>
  )
}

function SaveNote({ state }: { state: SaveState }) {
  const { t } = useScreenText()
  return (
    <p
      role="status"
      className={`min-h-5 text-sm ${state === 'unsafe' ? 'font-semibold text-bad' : 'text-ink-2'}`}
    >
      {state === 'idle' ? '' : t(`project.state.${state}`)}
    </p>
  )
}
