import { ImageUp } from 'lucide-react'
import { newKey } from '../../../packages/client/src/attempt.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FileButton } from '../../ui/components/file-button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useScreenText } from '../use-text.ts'

/** The badge as learners see it, and the upload of another picture. */
export function BadgePicture({ badge }: { badge: Api.EditedBadge }) {
  const { t } = useScreenText()
  const submit = useSubmit()
  const upload = async (file: File) => {
    const body = new FormData()
    body.set('picture', file)
    await lyceum.call('PUT /admin/badges/{badgeType}/picture', {
      path: { badgeType: badge.badgeType },
      body,
      idempotencyKey: newKey(),
    })
    showToast(t('badges.pictureSaved'))
    await queryClient.invalidateQueries()
  }
  return (
    <figure className="grid justify-items-center gap-3 rounded-card border border-line bg-surface p-5 text-center shadow-card lg:sticky lg:top-20">
      <img src={ownFile(badge.imageUrl)} alt="" className="size-36 rounded-3xl object-contain" />
      <figcaption>
        <span dir="auto" className="block break-words text-lg font-extrabold leading-tight">
          {badge.name}
        </span>
        <span dir="auto" className="mt-1 block break-words text-ink-2">
          {badge.description}
        </span>
      </figcaption>
      {badge.origin !== 'PACK' && (
        <>
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            size="small"
            isDisabled={submit.isPending}
            onChoose={(file) => void submit.run(() => upload(file))}
          >
            <ImageUp size={17} aria-hidden="true" />
            {t('badges.picture')}
          </FileButton>
          <p className="text-sm text-ink-2">{t('badges.pictureHint')}</p>
          <FormError text={submit.error ?? submit.errorOf('picture')} />
        </>
      )}
    </figure>
  )
}
