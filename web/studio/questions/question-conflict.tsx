import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import type { VersionedForm } from '../frame/use-versioned-form.ts'
import { QuestionText } from '../lesson/slide-text.tsx'
import { useText } from '../use-text.ts'
import type { BankFields } from './bank-fields.ts'
import { useTopics } from './question-query.ts'

type Side = 'mine' | 'theirs'

/** Two versions of the question, side by side. Nothing is saved before the author has chosen. */
export function QuestionConflict({ form }: { form: VersionedForm<BankFields> }) {
  const { t } = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const [side, setSide] = useState<Side>('mine')
  const versions = { mine: form.fields, theirs: form.theirs!.fields }
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby="conflict"
      className="rounded-card border-2 border-gold bg-surface p-5 shadow-card"
    >
      <h2 id="conflict" ref={heading} tabIndex={-1} className="text-[21px] outline-none">
        {t('conflict.title')}
      </h2>
      <p className="mt-2 text-ink-2">{t('bank.conflictText')}</p>
      <fieldset className="mt-4 grid min-w-0 gap-3 md:grid-cols-2">
        <legend className="sr-only">{t('conflict.title')}</legend>
        {(['mine', 'theirs'] as const).map((each) => (
          <label
            key={each}
            className="block cursor-pointer rounded-card border-2 border-line bg-surface p-4 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <span className="mb-2 flex items-center gap-2.5 text-[15px] font-bold">
              <input
                type="radio"
                name="version"
                checked={side === each}
                onChange={() => setSide(each)}
                className="size-5 accent-[var(--primary)]"
              />
              {t(`conflict.${each}`)}
            </span>
            <div className="[overflow-wrap:anywhere]">
              <QuestionText question={versions[each].question} />
              <Place fields={versions[each]} />
            </div>
          </label>
        ))}
      </fieldset>
      <div className="mt-5 grid gap-4">
        <FormError text={form.submit.error} />
        <Button
          isPending={form.submit.isPending}
          onClick={() => void form.resolve(versions[side])}
          className="justify-self-end"
        >
          {t('conflict.save')}
        </Button>
      </div>
    </section>
  )
}

/** Where the question belongs in the bank. */
function Place({ fields: { topicId, tags, question } }: { fields: BankFields }) {
  const { t } = useText()
  const topic = useTopics().find(({ id }) => id === topicId)?.text
  return (
    <p dir="auto" className="mt-2 text-sm text-ink-2">
      {[topic, t(`quiz.difficulty.${question.difficulty}`), tags].filter(Boolean).join(' · ')}
    </p>
  )
}
