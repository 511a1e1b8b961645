import { useScreenText } from '../use-text.ts'
import { type Change, differenceOf } from './difference.ts'
import { useEntryText } from './use-entry-text.ts'

interface Given {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** What an action has changed: each field with its old and its new value. */
export function DifferenceList({ before, after }: Given) {
  const { t } = useScreenText()
  const { fieldText } = useEntryText()
  const changes = differenceOf(before, after)
  if (changes.length === 0) return <p className="text-sm text-ink-2">{t('audit.noChange')}</p>
  return (
    <dl className="grid gap-1.5 text-[13.5px]">
      {changes.map((change) => (
        <div key={change.field} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <dt dir="auto" title={change.field} className="font-semibold text-ink-2">
            {fieldText(change.field)}
          </dt>
          <dd className="flex min-w-0 flex-wrap gap-1.5">
            <Values {...change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Values({ before, after }: Change) {
  const { t } = useScreenText()
  const { valueText } = useEntryText()
  return (
    <>
      {before !== undefined && (
        <del dir="auto" className="rounded-md bg-bad-soft px-1.5 text-bad [overflow-wrap:anywhere]">
          <span className="sr-only">{t('audit.before')} </span>
          {valueText(before)}
        </del>
      )}
      {after !== undefined && (
        <ins
          dir="auto"
          className="rounded-md bg-good-soft px-1.5 text-good no-underline [overflow-wrap:anywhere]"
        >
          <span className="sr-only">{t('audit.after')} </span>
          {valueText(after)}
        </ins>
      )}
    </>
  )
}
