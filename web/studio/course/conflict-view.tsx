import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useText } from '../use-text.ts'
import { type CourseFields, differingFields, type FieldName, proposedChoice } from './course-fields.ts'
import type { CourseForm } from './use-course-form.ts'
import { useShownValue } from './use-shown-value.ts'

type Side = 'mine' | 'theirs'

/** Two versions of the details, field by field. Nothing is saved before the author has chosen. */
export function ConflictView({ form }: { form: CourseForm }) {
  const { t } = useText()
  const { fields: mine, base, submit } = form
  const theirs = form.theirs!.fields
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<FieldName, Side>>(new Map())
  const proposed = proposedChoice(mine, theirs, base.fields)
  const sideOf = (name: FieldName) => chosen.get(name) ?? proposed.get(name)!
  const names = differingFields(mine, theirs)
  useEffect(() => heading.current?.focus(), [])
  const resolve = () => {
    const taken = names.filter((name) => sideOf(name) === 'mine').map((name) => [name, mine[name]])
    void form.resolve({ ...theirs, ...Object.fromEntries(taken) })
  }
  return (
    <section
      aria-labelledby="conflict"
      className="rounded-card border-2 border-gold bg-surface p-5 shadow-card"
    >
      <h2 id="conflict" ref={heading} tabIndex={-1} className="text-[21px] outline-none">
        {t('conflict.title')}
      </h2>
      <p className="mt-2 text-ink-2">{t('conflict.text')}</p>
      <div className="mt-4 grid gap-5">
        {names.map((name) => (
          <FieldChoice
            key={name}
            name={name}
            mine={mine}
            theirs={theirs}
            side={sideOf(name)}
            onChoose={(side) => setChosen((before) => new Map(before).set(name, side))}
          />
        ))}
      </div>
      <div className="mt-5 grid gap-4">
        <FormError text={submit.error} />
        <Button isPending={submit.isPending} onClick={resolve} className="justify-self-end">
          {t('conflict.save')}
        </Button>
      </div>
    </section>
  )
}

interface ChoiceGiven {
  name: FieldName
  mine: CourseFields
  theirs: CourseFields
  side: Side
  onChoose: (side: Side) => void
}

function FieldChoice({ name, mine, theirs, side, onChoose }: ChoiceGiven) {
  const { t } = useText()
  const show = useShownValue()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-bold">{t(`field.${name}`)}</legend>
      <div className="grid gap-2">
        {(['mine', 'theirs'] as const).map((option) => (
          <label
            key={option}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border-2 border-line p-3 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              checked={side === option}
              onChange={() => onChoose(option)}
              className="mt-1 size-4 flex-none accent-[var(--primary)]"
            />
            <span className="min-w-0">
              <span className="block text-sm font-bold text-ink-2">{t(`conflict.${option}`)}</span>
              <span dir="auto" className="block whitespace-pre-wrap break-words">
                {show(name, (option === 'mine' ? mine : theirs)[name])}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
