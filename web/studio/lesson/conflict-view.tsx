import { useMemo, useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { useText } from '../use-text.ts'
import { type Choice, compareLessons, type FieldRow, mergeLessons, type SlideRow } from './compare-lessons.ts'
import type { LessonDraft } from './draft.ts'
import { SlideText } from './slide-text.tsx'
import type { Conflict } from './use-lesson-draft.ts'

interface Given {
  conflict: Conflict
  onDecide: (merged: LessonDraft) => void
}

/** Both versions of a lesson that was changed in two places. Nothing is saved before the author has decided. */
export function ConflictView({ conflict: { mine, theirs, base }, onDecide }: Given) {
  const { t } = useText()
  const comparison = useMemo(() => compareLessons(mine, theirs.draft, base), [mine, theirs, base])
  const [fields, setFields] = useState<Partial<Record<FieldRow['field'], Choice>>>(() =>
    Object.fromEntries(comparison.fields.map(({ field, proposal }) => [field, proposal])),
  )
  const [slides, setSlides] = useState<Choice[]>(() => comparison.slides.map(({ proposal }) => proposal))
  const chooseAll = (choice: Choice) => {
    setFields(Object.fromEntries(comparison.fields.map(({ field }) => [field, choice])))
    setSlides(slides.map(() => choice))
  }
  const textOf = (field: FieldRow['field'], value: string | number | null) =>
    field === 'requiredScore' && value === null ? t('lesson.requirement.course') : String(value)
  return (
    <div className="mx-auto max-w-5xl px-4 py-6">
      <h2 className="text-[26px]">{t('versions.title')}</h2>
      <p className="mt-2 max-w-2xl text-ink-2">{t('versions.text')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => chooseAll('mine')}>
          {t('versions.allMine')}
        </Button>
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => chooseAll('theirs')}>
          {t('versions.allTheirs')}
        </Button>
      </div>
      <div className="mt-6 grid gap-6">
        {comparison.fields.map(({ field, mine: own, theirs: other }) => (
          <Row
            key={field}
            title={t(`lesson.${field}`)}
            chosen={fields[field] ?? 'mine'}
            onChoose={(choice) => setFields({ ...fields, [field]: choice })}
            mine={<p dir="auto">{textOf(field, own)}</p>}
            theirs={<p dir="auto">{textOf(field, other)}</p>}
          />
        ))}
        {comparison.slides.map((row, index) => (
          <SlideChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order.
            key={index}
            row={row}
            number={index + 1}
            chosen={slides[index]!}
            onChoose={(choice) => setSlides(slides.with(index, choice))}
          />
        ))}
      </div>
      <div className="sticky bottom-0 mt-6 bg-bg/95 py-4 backdrop-blur">
        <Button onClick={() => onDecide(mergeLessons(mine, theirs, comparison, { fields, slides }))}>
          {t('versions.keep')}
        </Button>
      </div>
    </div>
  )
}

interface ChoiceGiven {
  row: SlideRow
  number: number
  chosen: Choice
  onChoose: (choice: Choice) => void
}

function SlideChoice({ row: { mine, theirs, isSame }, number, chosen, onChoose }: ChoiceGiven) {
  const { t } = useText()
  const kind = t(`slide.type.${(mine ?? theirs)!.type}`)
  const title = `${t('versions.slide', { number })} · ${kind}`
  if (isSame) return <p className="text-[15px] text-ink-2">{`${title} · ${t('versions.same')}`}</p>
  return (
    <Row
      title={title}
      chosen={chosen}
      onChoose={onChoose}
      mine={<SlideText slide={mine} />}
      theirs={<SlideText slide={theirs} />}
    />
  )
}

interface RowGiven {
  title: string
  chosen: Choice
  onChoose: (choice: Choice) => void
  mine: React.ReactNode
  theirs: React.ReactNode
}

function Row({ title, chosen, onChoose, mine, theirs }: RowGiven) {
  const { t } = useText()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-bold">{title}</legend>
      <div className="grid gap-3 md:grid-cols-2">
        {(['mine', 'theirs'] as const).map((choice) => (
          <label
            key={choice}
            className="block cursor-pointer rounded-card border-2 border-line bg-surface p-4 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <span className="mb-2 flex items-center gap-2.5 text-[15px] font-bold">
              <input
                type="radio"
                name={title}
                checked={chosen === choice}
                onChange={() => onChoose(choice)}
                className="size-5 accent-[var(--primary)]"
              />
              {t(`versions.${choice}`)}
            </span>
            <div className="max-h-72 overflow-y-auto [overflow-wrap:anywhere]">
              {choice === 'mine' ? mine : theirs}
            </div>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
