import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useText } from '../use-text.ts'

const TONES: Record<Api.GrantRequest['status'], Tone> = {
  PENDING: 'gold',
  APPROVED: 'good',
  REJECTED: 'plain',
  EXPIRED: 'plain',
}

export function GrantTag({ status }: { status: Api.GrantRequest['status'] }) {
  const { t } = useText()
  return <Tag tone={TONES[status]}>{t(`grantState.${status}`)}</Tag>
}
