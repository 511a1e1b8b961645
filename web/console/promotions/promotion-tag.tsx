import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useScreenText } from '../use-text.ts'
import { stateOf } from './promotion-form.ts'

const TONES: Record<ReturnType<typeof stateOf>, Tone> = {
  shown: 'good',
  planned: 'primary',
  over: 'plain',
  archived: 'plain',
}

/** Whether learners see the promotion. */
export function PromotionTag({ promotion }: { promotion: Api.Promotion }) {
  const { t } = useScreenText()
  const state = stateOf(promotion, new Date())
  return <Tag tone={TONES[state]}>{t(`promotion.${state}`)}</Tag>
}
