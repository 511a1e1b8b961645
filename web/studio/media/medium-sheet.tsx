import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { DescriptionFields, type TypedDescription, toDescription } from './description-fields.tsx'
import { fileSize } from './file-size.ts'
import { MediumPicture } from './medium-picture.tsx'
import { MediumUses } from './medium-uses.tsx'

/** The details of a medium: what it shows, where it is used, and its deletion. */
export function MediumSheet({ medium, onClose }: { medium: Api.Medium | undefined; onClose: () => void }) {
  const { t } = useText()
  return (
    <Sheet isOpen={medium !== undefined} onClose={onClose} title={t('medium.title')}>
      {medium && <Details medium={medium} onClose={onClose} />}
    </Sheet>
  )
}

function reload(): void {
  void queryClient.invalidateQueries({ queryKey: ['GET /admin/media'] })
  void queryClient.invalidateQueries({ queryKey: ['GET /admin/media/{id}'] })
}

function Details({ medium, onClose }: { medium: Api.Medium; onClose: () => void }) {
  const { t, locale } = useText()
  const { data } = useApi('GET /admin/media/{id}', { path: { id: medium.id } })
  const { width, height } = medium
  return (
    <div className="grid gap-5">
      <MediumPicture medium={medium} alt={medium.alt ?? ''} size="large" />
      {medium.kind === 'AUDIO' && (
        // biome-ignore lint/a11y/useMediaCaption: the captions of a sound are another medium.
        <audio controls src={ownFile(medium.url)} className="w-full" />
      )}
      <p dir="auto" className="break-words text-sm text-ink-2">
        {[medium.name, width && height && `${width} × ${height}`, fileSize(locale, medium.sizeBytes)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {medium.kind === 'PICTURE' && <DescriptionForm medium={medium} />}
      <section aria-labelledby="uses">
        <h3 id="uses" className="mb-1 text-[17px]">
          {t('medium.uses')}
        </h3>
        {data ? <MediumUses uses={data.data.usedBy} /> : <Skeleton className="h-11" />}
      </section>
      <Deletion medium={medium} isUsed={(data?.data.usedBy.length ?? 1) > 0} onDeleted={onClose} />
    </div>
  )
}

function DescriptionForm({ medium }: { medium: Api.Medium }) {
  const { t } = useText()
  const submit = useSubmit()
  const [typed, setTyped] = useState<TypedDescription>({
    alt: medium.alt ?? '',
    isDecorative: medium.decorative,
  })
  const description = toDescription(typed)
  const save = async () => {
    await lyceum.call('PATCH /admin/media/{id}', { path: { id: medium.id }, body: description! })
    reload()
    showToast(t('medium.saved'))
  }
  return (
    <form
      data-saves=""
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (description && !submit.isPending) void submit.run(save)
      }}
    >
      <DescriptionFields typed={typed} onChange={setTyped} error={submit.errorOf('alt')} />
      <FormError text={submit.error} />
      <Button
        type="submit"
        variant="secondary"
        isPending={submit.isPending}
        aria-disabled={!description}
        className="justify-self-end"
      >
        {t('save.save')}
      </Button>
    </form>
  )
}

interface DeletionGiven {
  medium: Api.Medium
  isUsed: boolean
  onDeleted: () => void
}

/** A used medium is not deleted: the places above come first. */
function Deletion({ medium, isUsed, onDeleted }: DeletionGiven) {
  const { t } = useText()
  const submit = useSubmit()
  const [isAsked, setAsked] = useState(false)
  const remove = async () => {
    try {
      await lyceum.call('DELETE /admin/media/{id}', { path: { id: medium.id } })
      showToast(t('medium.deleted'))
      onDeleted()
    } finally {
      reload()
    }
  }
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      {isUsed && <p className="text-sm text-ink-2">{t('medium.usedText')}</p>}
      {isAsked && !isUsed && <p className="font-semibold">{t('medium.ask')}</p>}
      <FormError text={submit.error} />
      <Button
        variant={isAsked ? 'bad' : 'secondary'}
        disabled={isUsed}
        isPending={submit.isPending}
        onClick={() => (isAsked ? void submit.run(remove) : setAsked(true))}
        className="justify-self-end"
      >
        {isAsked ? t('medium.deleteNow') : t('medium.delete')}
      </Button>
    </div>
  )
}
