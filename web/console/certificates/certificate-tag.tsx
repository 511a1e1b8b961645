import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Tag, type Tone } from '../panel/tag.tsx'
import { useText } from '../use-text.ts'

const TONES: Record<Api.AdminCertificate['status'], Tone> = {
  MINTING: 'gold',
  MINTED: 'good',
  FAILED: 'bad',
  REVOKED: 'bad',
}

export function CertificateTag({ status }: { status: Api.AdminCertificate['status'] }) {
  const { t } = useText()
  return <Tag tone={TONES[status]}>{t(`certificate.${status}`)}</Tag>
}
