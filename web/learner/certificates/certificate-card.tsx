import { Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'
import { certificateFile } from './certificate-links.ts'
import { StatusPill } from './status-pill.tsx'

export function CertificateCard({ certificate }: { certificate: Api.Certificate }) {
  const { t, date } = useScreenText()
  const { certificateNumber, courseTitle, issuedAt, status, verified } = certificate
  return (
    <li>
      <Link
        to="/certificates/mine/$number"
        params={{ number: certificateNumber }}
        className="block overflow-hidden rounded-card border border-line bg-surface shadow-card hover:border-ink-3"
      >
        <img
          src={certificateFile(certificateNumber, 'png')}
          alt=""
          loading="lazy"
          className="aspect-[1.414/1] w-full bg-sunken object-cover"
        />
        <span className="block p-4">
          <span className="block text-[17px] font-extrabold leading-snug">
            <bdi>{courseTitle}</bdi>
          </span>
          <span className="mt-1 mb-3 block text-sm text-ink-2">
            {date(new Date(issuedAt), { dateStyle: 'long' })}
          </span>
          <span className="flex flex-wrap gap-2">
            <StatusPill status={status} />
            {verified && (
              <Pill tone="primary" size="small">
                {t('certificates.verified')}
              </Pill>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
