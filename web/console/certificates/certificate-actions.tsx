import { Ban, PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { ActionButton } from '../action/action-button.tsx'
import { useText } from '../use-text.ts'

const REASONS = ['ISSUED_IN_ERROR', 'MISCONDUCT', 'REQUESTED_BY_HOLDER'] as const
type Reason = (typeof REASONS)[number]

/** An administrator revokes a minted certificate for good, or corrects the name on it. */
export function CertificateActions({ certificate }: { certificate: Api.AdminCertificate }) {
  const { t } = useText()
  const [reason, setReason] = useState<Reason>('ISSUED_IN_ERROR')
  const [name, setName] = useState(certificate.studentName ?? '')
  if (useUser().role !== 'ADMIN' || certificate.status === 'REVOKED') return null
  const path = { id: certificate.id }
  const isChanged = name.trim() !== '' && name.trim() !== certificate.studentName
  return (
    <>
      <ActionButton
        opener={t('certificates.rename')}
        icon={<PencilLine size={17} aria-hidden="true" />}
        title={t('certificates.renameTitle')}
        effect={t('certificates.renameEffect')}
        label={t('certificates.rename')}
        done={t('certificates.renamed')}
        needsReason={false}
        input={isChanged ? { name: name.trim() } : undefined}
        fields={(submit) => (
          <TextField
            label={t('certificates.name')}
            error={submit.errorOf('studentName')}
            value={name}
            maxLength={400}
            dir="auto"
            autoFocus
            onChange={({ target }) => setName(target.value)}
          />
        )}
        send={(_, idempotencyKey) =>
          lyceum.call('PATCH /admin/certificates/{id}', {
            path,
            body: { studentName: name.trim() },
            idempotencyKey,
          })
        }
      />
      {certificate.status === 'MINTED' && (
        <ActionButton
          opener={t('certificates.revoke')}
          icon={<Ban size={17} aria-hidden="true" />}
          title={t('certificates.revokeTitle')}
          effect={t('certificates.revokeEffect')}
          label={t('certificates.revoke')}
          done={t('certificates.revoked')}
          isDangerous
          needsReason={false}
          typedName={certificate.certificateNumber}
          input={{ reason }}
          fields={(submit) => (
            <SelectField
              label={t('action.reason')}
              hint={t('certificates.reasonHint')}
              error={submit.errorOf('reason')}
              value={reason}
              autoFocus
              onChange={({ target }) => setReason(target.value as Reason)}
              options={REASONS.map((id) => ({ id, text: t(`revocation.${id}`) }))}
            />
          )}
          send={(_, idempotencyKey) =>
            lyceum.call('POST /admin/certificates/{id}/revoke', { path, body: { reason }, idempotencyKey })
          }
        />
      )}
    </>
  )
}
