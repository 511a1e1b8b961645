import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useText } from '../use-text.ts'

const TONES: Record<Api.Report['status'], Tone> = { OPEN: 'gold', ACTED: 'good', DISMISSED: 'plain' }

export function ReportTag({ status }: { status: Api.Report['status'] }) {
  const { t } = useText()
  return <Tag tone={TONES[status]}>{t(`report.${status}`)}</Tag>
}
