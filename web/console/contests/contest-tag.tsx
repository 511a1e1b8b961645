import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useScreenText } from '../use-text.ts'

const TONES: Record<Api.Contest['status'], Tone> = {
  UPCOMING: 'primary',
  LIVE: 'good',
  ENDED: 'gold',
  SETTLED: 'plain',
  CANCELLED: 'bad',
}

export function ContestTag({ status }: { status: Api.Contest['status'] }) {
  const { t } = useScreenText()
  return <Tag tone={TONES[status]}>{t(`contests.status.${status}`)}</Tag>
}
