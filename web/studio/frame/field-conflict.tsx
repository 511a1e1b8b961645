import { useEffect, useRef, useState } from 'react'
import type { Submit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useText } from '../use-text.ts'

type Side = 'mine' | 'theirs'

interface Given<Name extends string> {
  /** The fields that differ. */
  names: readonly Name[]
  /** Whose value a field gets if the author does not choose. */
  proposed: ReadonlyMap<Name, Side>
  labelOf: (name: Name) => string
  /** The value of a field in words. */
  show: (name: Name, side: Side) => string
  submit: Submit
  /** Called with the fields of the author's own version. */
  onResolve: (mine: Name[]) => void
}

/** Two versions, field by field. Nothing is saved before the author has chosen. */
export function FieldConflict<Name extends string>({
  names,
  proposed,
  labelOf,
  show,
  submit,
  onResolve,
}: Given<Name>) {
  const { t } = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<Name, Side>>(new Map())
  const sideOf = (name: Name) => chosen.get(name) ?? proposed.get(name)!
  useEffect(() => heading.current?.focus(), [])
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
          <fieldset key={name} className="min-w-0">
            <legend className="mb-2 font-bold">{labelOf(name)}</legend>
            <div className="grid gap-2">
              {(['mine', 'theirs'] as const).map((side) => (
                <label
                  key={side}
                  className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border-2 border-line p-3 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-primary"
                >
                  <input
                    type="radio"
                    name={name}
                    checked={sideOf(name) === side}
                    onChange={() => setChosen((before) => new Map(before).set(name, side))}
                    className="mt-1 size-4 flex-none accent-[var(--primary)]"
                  />
                  <span className="min-w-0">
                    <span className="block text-sm font-bold text-ink-2">{t(`conflict.${side}`)}</span>
                    <span dir="auto" className="block whitespace-pre-wrap break-words">
                      {show(name, side)}
                    </span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="mt-5 grid gap-4">
        <FormError text={submit.error} />
        <Button
          isPending={submit.isPending}
          onClick={() => onResolve(names.filter((name) => sideOf(name) === 'mine'))}
          className="justify-self-end"
        >
          {t('conflict.save')}
        </Button>
      </div>
    </section>
  )
}
