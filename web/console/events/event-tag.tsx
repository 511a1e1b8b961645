import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useText } from '../use-text.ts'

type EventStatus = Api.WebhookEvent['status']

const TONES: Record<EventStatus, Tone> = {
  PENDING: 'primary',
  APPLIED: 'good',
  IGNORED: 'plain',
  UNMATCHED: 'gold',
  DEAD: 'bad',
}

export function EventTag({ status }: { status: EventStatus }) {
  const { t } = useText()
  return <Tag tone={TONES[status]}>{t(`event.${status}`)}</Tag>
}
