import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { celebrate } from '../../ui/player/celebrate.ts'
import { certificateFile } from '../certificates/certificate-links.ts'
import { MintingSteps } from '../certificates/minting-steps.tsx'
import { Proof } from '../certificates/proof.tsx'
import { SharePanel } from '../certificates/share-panel.tsx'
import { StatusPill } from '../certificates/status-pill.tsx'
import { Verification } from '../certificates/verification.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/certificates/mine/$number')
const SHOWN = 100
const POLL_MS = 2_000

/** The owner's page of a certificate; the public page is made by the service. */
export default function Certificate() {
  const { t } = useScreenText()
  const { number } = route.useParams()
  const { data, error, refetch } = useApi('GET /certificates', { query: { limit: SHOWN } })
  const certificate = data?.data.find(({ certificateNumber }) => certificateNumber === number)
  usePolling(certificate?.status, () => void refetch())
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  return (
    <div className="animate-rise">
      <BackLink to="/certificates" text={t('certificates.title')} />
      {certificate ? (
        <Details certificate={certificate} />
      ) : (
        <EmptyState mood="lost" level="h1" title={t('certificates.unknown')} />
      )}
    </div>
  )
}

/** Asks again while the certificate is minted, and celebrates when that is done. */
function usePolling(status: Api.Certificate['status'] | undefined, poll: () => void): void {
  const wasMinting = useRef(false)
  const again = useRef(poll)
  again.current = poll
  useEffect(() => {
    if (status === 'MINTED' && wasMinting.current) void celebrate()
    wasMinting.current = status === 'MINTING' || status === 'FAILED'
    if (!wasMinting.current) return
    const timer = setInterval(() => again.current(), POLL_MS)
    return () => clearInterval(timer)
  }, [status])
}

function Details({ certificate }: { certificate: Api.Certificate }) {
  const { t, date } = useScreenText()
  const { certificateNumber, courseTitle, studentName, issuedAt, status } = certificate
  return (
    <div className="mt-1 grid items-start gap-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-7">
      <div>
        <StatusPill status={status} />
        <h1 className="mt-2.5 text-[27px] lg:text-[34px]">
          <bdi>{courseTitle}</bdi>
        </h1>
        <p className="mt-1 mb-4 text-ink-2">
          <bdi>{studentName}</bdi> · {date(new Date(issuedAt), { dateStyle: 'long' })}
        </p>
        <img
          src={certificateFile(certificateNumber, 'png')}
          alt={t('certificates.pictureAlt', { name: studentName, course: courseTitle })}
          width={1684}
          height={1190}
          className="h-auto w-full rounded-card border border-line bg-sunken shadow-card"
        />
      </div>
      <div className="grid gap-4">
        {status !== 'REVOKED' && <MintingSteps status={status} />}
        <Proof certificate={certificate} />
        <Verification certificate={certificate} />
        {status !== 'REVOKED' && <SharePanel certificate={certificate} />}
      </div>
    </div>
  )
}
