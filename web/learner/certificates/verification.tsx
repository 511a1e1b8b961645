import { CircleCheck, ShieldQuestion } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Card } from '../../ui/components/card.tsx'
import { useScreenText } from '../use-text.ts'

/** What anybody sees who verifies the certificate, and the link to that page. */
export function Verification({ certificate }: { certificate: Api.Certificate }) {
  const { t } = useScreenText()
  const { certificateNumber, viewUrl, status } = certificate
  const { data } = useApi(
    'GET /certificates/verify/{certificateNumber}',
    { path: { certificateNumber } },
    { enabled: status === 'MINTED' || status === 'REVOKED' },
  )
  const isValid = data?.data.valid
  const onChain = data?.data.onChain
  return (
    <Card>
      <p
        role="status"
        className={`flex items-center gap-2.5 font-extrabold ${isValid ? 'text-good' : 'text-ink-2'}`}
      >
        {isValid ? (
          <CircleCheck size={24} aria-hidden="true" />
        ) : (
          <ShieldQuestion size={24} aria-hidden="true" />
        )}
        {isValid
          ? t('certificates.valid')
          : data
            ? t('certificates.notValid')
            : t('certificates.notVerified')}
      </p>
      <dl className="mt-3 grid gap-2 text-sm">
        <Detail name={t('certificates.number')} value={certificateNumber} />
        {onChain?.tokenId && (
          <Detail name={t('certificates.token')} value={`${onChain.network} · ${onChain.tokenId}`} />
        )}
      </dl>
      <a
        href={new URL(viewUrl).pathname}
        target="_blank"
        rel="noreferrer"
        className="mt-2 -mb-2 inline-flex min-h-11 items-center font-bold text-primary underline underline-offset-4"
      >
        {t('certificates.verifyPage')}
      </a>
    </Card>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd dir="ltr" className="font-bold [overflow-wrap:anywhere]">
        {value}
      </dd>
    </div>
  )
}
