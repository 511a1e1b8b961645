import { ImageUp } from 'lucide-react'
import { useId } from 'react'
import { newKey } from '../../../packages/client/src/attempt.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'
import { FileButton } from '../../ui/components/file-button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { ActionButton } from '../action/action-button.tsx'
import { useText } from '../use-text.ts'

/** The logo of the site: upload and removal. Both are in force at once. */
export function LogoCard({ logoUrl }: { logoUrl: string | null }) {
  const { t } = useText()
  const submit = useSubmit()
  const id = useId()
  const upload = async (file: File) => {
    const body = new FormData()
    body.set('logo', file)
    await lyceum.call('PUT /admin/site-settings/logo', { body, idempotencyKey: newKey() })
    showToast(t('settings.logoSaved'))
    await queryClient.invalidateQueries()
  }
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <h2 id={`${id}-title`} className="text-[19px]">
        {t('settings.logo')}
      </h2>
      <div className="flex flex-wrap items-center gap-4">
        {logoUrl ? (
          <img
            src={ownFile(logoUrl)}
            alt=""
            width={72}
            height={72}
            className="rounded-2xl border border-line"
          />
        ) : (
          <span className="grid size-18 place-items-center rounded-2xl border border-line bg-sunken">
            <OwlMark size={44} className="text-primary" />
          </span>
        )}
        <div className="flex flex-wrap gap-2">
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            size="small"
            isDisabled={submit.isPending}
            onChoose={(file) => void submit.run(() => upload(file))}
          >
            <ImageUp size={17} aria-hidden="true" />
            {t('settings.logoChange')}
          </FileButton>
          {logoUrl && (
            <ActionButton
              isDangerous
              opener={t('settings.logoRemove')}
              title={t('settings.logoRemove')}
              label={t('settings.logoRemove')}
              effect={t('settings.logoRemoveText')}
              done={t('settings.logoRemoved')}
              needsReason={false}
              input={logoUrl}
              send={(_, idempotencyKey) =>
                lyceum.call('DELETE /admin/site-settings/logo', { idempotencyKey })
              }
            />
          )}
        </div>
      </div>
      {!logoUrl && <p>{t('settings.logoNone')}</p>}
      <p className="text-sm text-ink-2">{t('settings.logoHint')}</p>
      <FormError text={submit.error ?? submit.errorOf('logo')} />
    </section>
  )
}
