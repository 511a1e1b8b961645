import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useScreenText } from '../use-text.ts'

const TONES: Record<Api.AdminEmail['state'], Tone> = { PENDING: 'primary', FAILED: 'bad', SENT: 'good' }

export function EmailTag({ state }: { state: Api.AdminEmail['state'] }) {
  const { t } = useScreenText()
  return <Tag tone={TONES[state]}>{t(`emails.state.${state}`)}</Tag>
}
