import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useText } from '../use-text.ts'

const TONES: Record<Api.Broadcast['status'], Tone> = {
  DRAFT: 'plain',
  SCHEDULED: 'gold',
  SENDING: 'primary',
  SENT: 'good',
  STOPPED: 'bad',
}

export function BroadcastTag({ status }: { status: Api.Broadcast['status'] }) {
  const { t } = useText()
  return <Tag tone={TONES[status]}>{t(`broadcast.${status}`)}</Tag>
}
