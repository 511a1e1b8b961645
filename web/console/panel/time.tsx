import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { useText } from '../use-text.ts'

/** "5 minutes ago", with the exact time in its title. */
export function Ago({ at }: { at: string }) {
  const { locale, date } = useText()
  const time = new Date(at)
  return (
    <time
      dateTime={at}
      title={date(time, { dateStyle: 'medium', timeStyle: 'medium' })}
      className="whitespace-nowrap"
    >
      {relativeTime(locale, time)}
    </time>
  )
}

/** The exact time. */
export function Moment({ at }: { at: string }) {
  const { date } = useText()
  return <time dateTime={at}>{date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}</time>
}
