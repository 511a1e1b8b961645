import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { sessionStore, useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { StepActions } from './step-actions.tsx'

/** A lesson brings about 20 XP. */
const XP_OF_A_LESSON = 20
const TARGETS = [
  { xp: 20, text: 'welcome.targetLight' },
  { xp: 40, text: 'welcome.targetSteady' },
  { xp: 80, text: 'welcome.targetSerious' },
  { xp: 160, text: 'welcome.targetIntense' },
] as const
const SUGGESTED = 40

interface Given {
  onDone: () => void
  onSkip?: (() => void) | undefined
}

export function TargetStep({ onDone, onSkip }: Given) {
  const { t } = useScreenText()
  const user = useUser()
  const [chosen, setChosen] = useState(user.dailyTargetXP ?? SUGGESTED)
  const { isPending, error, run } = useSubmit()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await run(async () => {
      const { data } = await lyceum.call('PATCH /user/profile', { body: { dailyTargetXP: chosen } })
      sessionStore.updateUser(data)
      void queryClient.invalidateQueries({ queryKey: ['GET /user/daily-target'] })
    })
    if (isSaved) onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col">
      <fieldset className="grid gap-3">
        <legend className="sr-only">{t('welcome.targetTitle')}</legend>
        {TARGETS.map(({ xp, text }) => (
          <label
            key={xp}
            className="flex min-h-16 cursor-pointer items-center gap-4 rounded-card border-2 border-line bg-surface px-4.5 py-3 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="target"
              value={xp}
              checked={xp === chosen}
              onChange={() => setChosen(xp)}
              className="sr-only"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-extrabold">{t(text)}</span>
              <span className="block text-[15px] text-ink-2">
                {t('welcome.targetLessons', { count: xp / XP_OF_A_LESSON })}
              </span>
            </span>
            <span className="font-bold text-gold-text">{t('reward.xp', { xp })}</span>
            <Check
              size={20}
              strokeWidth={3}
              aria-hidden="true"
              className={`text-primary ${xp === chosen ? '' : 'invisible'}`}
            />
          </label>
        ))}
      </fieldset>
      <div className="mt-4">
        <FormError text={error} />
      </div>
      <StepActions text={t('welcome.targetSubmit')} isPending={isPending} onSkip={onSkip} />
    </form>
  )
}
