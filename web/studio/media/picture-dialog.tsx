import { useEffect, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useText } from '../use-text.ts'
import { DescriptionFields, type TypedDescription, toDescription } from './description-fields.tsx'
import { uploadMedium } from './upload-medium.ts'

interface Given {
  /** The chosen picture; the dialog is open while there is one. */
  file: File | undefined
  onClose: () => void
  onUploaded: (medium: Api.Medium) => Promise<void> | void
}

/** Asks what a picture shows, and uploads it. */
export function PictureDialog({ file, onClose, onUploaded }: Given) {
  const { t } = useText()
  return (
    <Dialog isOpen={file !== undefined} onClose={onClose} title={t('picture.title')}>
      {file && <PictureForm file={file} onClose={onClose} onUploaded={onUploaded} />}
    </Dialog>
  )
}

function PictureForm({ file, onClose, onUploaded }: Given & { file: File }) {
  const { t } = useText()
  const preview = usePreview(file)
  const submit = useSubmit()
  const [typed, setTyped] = useState<TypedDescription>({ alt: '', isDecorative: false })
  const description = toDescription(typed)
  const upload = async () => {
    await onUploaded(await uploadMedium(file, description))
    onClose()
  }
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (description && !submit.isPending) void submit.run(upload)
      }}
    >
      {preview && (
        <img src={preview} alt="" className="max-h-56 w-full rounded-2xl bg-sunken object-contain" />
      )}
      <DescriptionFields typed={typed} onChange={setTyped} error={submit.errorOf('alt')} isFirst />
      <FormError text={submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" isPending={submit.isPending} aria-disabled={!description}>
          {t('picture.upload')}
        </Button>
      </div>
    </form>
  )
}

function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
