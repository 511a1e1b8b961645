import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { UNWRITTEN } from '../checklist.ts'
import { usePictures } from '../lesson/pictures.tsx'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { useText } from '../use-text.ts'
import { SUBMISSION_TYPES } from './project-fields.ts'
import type { ProjectForm } from './project-query.ts'
import { RubricEditor } from './rubric-editor.tsx'

/** The fields of a project. Ctrl+S or Cmd+S saves them. */
export function ProjectDetails({ form, isPublished }: { form: ProjectForm; isPublished: boolean }) {
  return (
    <div className="grid gap-6">
      <BriefFields form={form} />
      <RubricEditor fields={form.fields} change={form.change} submit={form.submit} />
      <RewardFields form={form} isPublished={isPublished} />
    </div>
  )
}

function BriefFields({ form: { fields, change, submit } }: { form: ProjectForm }) {
  const { t } = useText()
  const choosePicture = usePictures()
  const chosen = fields.allowedSubmissionTypes
  return (
    <Card as="section" aria-labelledby="brief">
      <h2 id="brief" className="text-[21px]">
        {t('project.task')}
      </h2>
      <div className="mt-4 grid gap-4">
        <TextField
          label={t('projectField.title')}
          error={submit.errorOf('title')}
          value={fields.title}
          maxLength={200}
          required
          dir="auto"
          onChange={({ target }) => change({ title: target.value })}
        />
        <RichTextField
          label={t('projectField.description')}
          description={t('project.briefHint')}
          errorMessage={submit.errorOf('description')}
          value={fields.description === UNWRITTEN ? '' : fields.description}
          onChange={(description) => change({ description })}
          onAskPicture={choosePicture}
          hasFormulas={false}
        />
        <fieldset className="min-w-0">
          <legend className="text-[15px] font-bold">{t('projectField.allowedSubmissionTypes')}</legend>
          <p className="mt-1 mb-2 text-sm text-ink-2">{t('project.typesHint')}</p>
          <div className="grid gap-2 sm:grid-cols-2">
            {SUBMISSION_TYPES.map((type) => (
              <label
                key={type}
                className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border-2 border-line px-3.5 font-bold has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-primary"
              >
                <input
                  type="checkbox"
                  checked={chosen.includes(type)}
                  onChange={({ target }) =>
                    change({
                      allowedSubmissionTypes: target.checked
                        ? [...chosen, type]
                        : chosen.filter((each) => each !== type),
                    })
                  }
                  className="size-5 accent-[var(--primary)]"
                />
                {t(`submissionType.${type}`)}
              </label>
            ))}
          </div>
          {submit.errorOf('allowedSubmissionTypes') && (
            <p role="alert" className="mt-2 text-sm font-semibold text-bad">
              {submit.errorOf('allowedSubmissionTypes')}
            </p>
          )}
        </fieldset>
      </div>
    </Card>
  )
}

function RewardFields({ form, isPublished }: { form: ProjectForm; isPublished: boolean }) {
  const { t } = useText()
  const { fields, change, submit } = form
  return (
    <Card as="section" aria-labelledby="reward">
      <h2 id="reward" className="text-[21px]">
        {t('project.reward')}
      </h2>
      <p className="mt-1 text-ink-2">{t('project.rewardHint')}</p>
      <div className="mt-4 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {(['xpReward', 'gemReward'] as const).map((name) => (
            <TextField
              key={name}
              label={t(`projectField.${name}`)}
              error={submit.errorOf(name)}
              type="number"
              inputMode="numeric"
              min={0}
              max={100_000}
              step={1}
              value={fields[name]}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ))}
        </div>
        <FormError text={submit.error} />
        {isPublished && <p className="text-sm text-ink-2">{t('project.atOnce')}</p>}
        <SaveBar form={form} />
      </div>
    </Card>
  )
}

function SaveBar({ form: { isChanged, submit, discard } }: { form: ProjectForm }) {
  const { t } = useText()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
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
  )
}

/** A project that the author may not change. */
export function ReadOnlyProject({ project }: { project: Api.EditedCapstone }) {
  const { t } = useText()
  return (
    <Card as="section" aria-labelledby="brief">
      <h2 id="brief" className="text-[21px]">
        {t('project.task')}
      </h2>
      <Markdown text={project.description} className="mt-3" />
      <dl className="mt-5 grid gap-3">
        <div>
          <dt className="text-sm font-bold text-ink-2">{t('projectField.allowedSubmissionTypes')}</dt>
          <dd>{project.allowedSubmissionTypes.map((type) => t(`submissionType.${type}`)).join(', ')}</dd>
        </div>
        {(['passingScore', 'xpReward', 'gemReward'] as const).map((name) => (
          <div key={name}>
            <dt className="text-sm font-bold text-ink-2">{t(`projectField.${name}`)}</dt>
            <dd>{project[name]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
