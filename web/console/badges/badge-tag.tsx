import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useScreenText } from '../use-text.ts'

const TONES: Record<Api.EditedBadge['status'], Tone> = { DRAFT: 'gold', PUBLISHED: 'good', ARCHIVED: 'plain' }

export function BadgeTag({ status }: { status: Api.EditedBadge['status'] }) {
  const { t } = useScreenText()
  return <Tag tone={TONES[status]}>{t(`badges.status.${status}`)}</Tag>
}
