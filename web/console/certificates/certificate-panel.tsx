import { ExternalLink } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ConsoleLink } from '../frame/console-link.tsx'
import { Panel } from '../panel/panel.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { CertificateActions } from './certificate-actions.tsx'
import { CertificateTag } from './certificate-tag.tsx'

interface Given {
  certificate: Api.AdminCertificate | undefined
  onClose: () => void
}

/** A certificate with its owner, its public page and its actions. */
export function CertificatePanel({ certificate, onClose }: Given) {
  const { t } = useText()
  return (
    <Panel isOpen={certificate !== undefined} onClose={onClose} title={certificate?.certificateNumber ?? ''}>
      {certificate && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <CertificateTag status={certificate.status} />
            <span dir="auto" className="min-w-0 break-words text-[19px] font-extrabold">
              {certificate.studentName ?? '–'}
            </span>
          </div>
          <div className="flex flex-wrap gap-2">
            <a
              href={`/certificates/${certificate.certificateNumber}`}
              target="_blank"
              rel="noopener"
              className={`${buttonClass({ variant: 'secondary', size: 'small' })} min-h-11`}
            >
              <ExternalLink size={17} aria-hidden="true" />
              {t('certificates.verify')}
            </a>
            <CertificateActions certificate={certificate} />
          </div>
          <Properties
            properties={[
              [t('subject.course'), <bdi key="course">{certificate.courseTitle}</bdi>],
              [
                t('users.user'),
                <ConsoleLink
                  key="user"
                  to={userPath(certificate.userId)}
                  className="inline-flex min-h-8 items-center text-primary underline underline-offset-3"
                >
                  {t('orders.openUser')}
                </ConsoleLink>,
              ],
              [t('certificates.issued'), <Moment key="issued" at={certificate.issuedAt} />],
              [
                t('certificates.revokedAt'),
                certificate.revokedAt && <Moment key="revoked" at={certificate.revokedAt} />,
              ],
              [
                t('action.reason'),
                certificate.revocationReason && t(`revocation.${certificate.revocationReason}`),
              ],
              [t('orders.id'), <CopyText key="id" text={certificate.id} />],
            ]}
          />
        </>
      )}
    </Panel>
  )
}
