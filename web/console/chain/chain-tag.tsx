import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useText } from '../use-text.ts'

const TONES: Record<Api.AdminChainTransaction['status'], Tone> = {
  queued: 'plain',
  sent: 'primary',
  confirmed: 'good',
  failed: 'bad',
}

export function ChainTag({ status }: { status: Api.AdminChainTransaction['status'] }) {
  const { t } = useText()
  return <Tag tone={TONES[status]}>{t(`chain.${status}`)}</Tag>
}
