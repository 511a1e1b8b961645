import { Ban, CircleCheck, Hourglass } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'

const LOOKS = {
  MINTED: { tone: 'good', Icon: CircleCheck },
  MINTING: { tone: 'gold', Icon: Hourglass },
  FAILED: { tone: 'gold', Icon: Hourglass },
  REVOKED: { tone: 'plain', Icon: Ban },
} as const

export function StatusPill({ status }: Pick<Api.Certificate, 'status'>) {
  const { t } = useScreenText()
  const { tone, Icon } = LOOKS[status]
  return (
    <Pill tone={tone} size="small">
      <Icon size={14} aria-hidden="true" />
      {t(`certificates.status.${status}`)}
    </Pill>
  )
}
