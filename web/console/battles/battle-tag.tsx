import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useScreenText } from '../use-text.ts'

const TONES: Record<Api.AdminBattle['status'], Tone> = {
  WAITING: 'gold',
  IN_PROGRESS: 'primary',
  COMPLETED: 'good',
  FORFEIT: 'plain',
  ABANDONED: 'bad',
  CANCELLED: 'plain',
}

export function BattleTag({ status }: { status: Api.AdminBattle['status'] }) {
  const { t } = useScreenText()
  return <Tag tone={TONES[status]}>{t(`battles.status.${status}`)}</Tag>
}
