import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { knownGoal, showRoadmap } from '../roadmap/use-roadmap.ts'
import { useScreenText } from '../use-text.ts'
import { StepActions } from './step-actions.tsx'
import { readWelcome, storeWelcome } from './stored-welcome.ts'

const MAX_LENGTH = 300
const SHOWN = 6

interface Given {
  onDone: () => void
  onSkip?: (() => void) | undefined
}

/** The goal in the learner's own words. The titles of the paths are suggestions. To change a goal, the learner edits it. */
export function GoalStep({ onDone, onSkip }: Given) {
  const { t } = useScreenText()
  const user = useUser()
  const [goal, setGoal] = useState(() => readWelcome(user.id).goal || (knownGoal(user.language) ?? ''))
  const { isPending, error, errorOf, run } = useSubmit()
  // An addition: the field works without it.
  const paths = useApi('GET /learning-path').data?.data ?? []
  const change = (value: string) => {
    setGoal(value)
    storeWelcome(user.id, { goal: value })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isCreated = await run(async () => {
      const { data } = await lyceum.call('POST /learning-path/roadmap', { body: { careerGoal: goal } })
      showRoadmap(user.language, data)
    })
    if (!isCreated) return
    storeWelcome(user.id, { goal: '' })
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col" noValidate>
      <TextField
        label={t('welcome.goalLabel')}
        placeholder={t('welcome.goalExample')}
        maxLength={MAX_LENGTH}
        required
        value={goal}
        onChange={(event) => change(event.target.value)}
        error={errorOf('careerGoal')}
      />
      {paths.length > 0 && (
        <fieldset className="mt-5">
          <legend className="mb-2 text-[15px] font-bold">{t('welcome.goalIdeas')}</legend>
          <div className="flex flex-wrap gap-2">
            {paths.slice(0, SHOWN).map(({ id, title }) => (
              <button
                key={id}
                type="button"
                aria-pressed={goal === title}
                onClick={() => change(title)}
                className="min-h-11 rounded-full border-2 border-line bg-surface px-4.5 text-start font-bold text-ink-2 hover:border-ink-3 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
              >
                <bdi>{title}</bdi>
              </button>
            ))}
          </div>
        </fieldset>
      )}
      <div className="mt-4">
        <FormError text={error} />
      </div>
      <StepActions text={t('welcome.goalSubmit')} isPending={isPending} onSkip={onSkip} />
    </form>
  )
}
