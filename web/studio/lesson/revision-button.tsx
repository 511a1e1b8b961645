import { ChevronDown } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { useText } from '../use-text.ts'

interface RevisionGiven {
  revision: Api.ContentRevision
  name: string
  isOpened: boolean
  onToggle: () => void
}

/** Who made a revision, and when. It opens what it changed. */
export function RevisionButton({ revision: { act, updatedAt }, name, isOpened, onToggle }: RevisionGiven) {
  const { t, locale, date } = useText()
  const at = new Date(updatedAt)
  return (
    <button
      type="button"
      aria-expanded={isOpened}
      onClick={onToggle}
      className="flex min-h-14 w-full items-center gap-3 rounded-2xl px-4 py-2 text-start hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{t(`history.act.${act}`)}</span>
        <span className="block text-sm text-ink-2">
          <bdi>{name}</bdi>
          {' · '}
          <time dateTime={updatedAt} title={date(at, { dateStyle: 'medium', timeStyle: 'short' })}>
            {relativeTime(locale, at)}
          </time>
        </span>
      </span>
      <ChevronDown
        size={20}
        aria-hidden="true"
        className={`flex-none text-ink-2 ${isOpened ? 'rotate-180' : ''}`}
      />
    </button>
  )
}
