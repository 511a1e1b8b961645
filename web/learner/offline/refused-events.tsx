import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { useScreenText } from '../use-text.ts'
import { dismissRefusals, outbox } from './outbox.ts'

/** Says which activities the service did not accept, and why, until the learner has seen it. */
export function RefusedEvents() {
  const { t } = useScreenText()
  const { waiting, refused } = useSyncExternalStore(outbox.subscribe, outbox.get)
  // While the rest is being sent, more may be refused for the same reason; the learner sees all of it at once.
  if (refused.length === 0 || (waiting > 0 && navigator.onLine)) return null
  // The answers of a lesson are refused for the same reason as its completion.
  const reasons = new Map(
    refused.map((event) => {
      const title = event.kind === 'review' ? t('review.heading') : event.lessonTitle
      return [`${title}\n${event.refusal}`, { title, refusal: event.refusal }]
    }),
  )
  return (
    <section role="alert" className="rounded-card border border-line bg-surface p-4 shadow-float">
      <h2 className="text-[17px]">{t('offline.refusedTitle')}</h2>
      <ul className="mt-2 grid max-h-48 gap-2 overflow-y-auto text-[15px]">
        {[...reasons].map(([key, { title, refusal }]) => (
          <li key={key}>
            <span className="block font-bold">{title}</span>
            <span className="block text-ink-2">{refusal}</span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" isWide className="mt-4" onClick={() => void dismissRefusals()}>
        {t('offline.seen')}
      </Button>
    </section>
  )
}
