import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FileButton } from '../../ui/components/file-button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { PICTURE_TYPES, uploadMedium } from './upload-medium.ts'

const OTHER_TYPES = 'audio/mpeg,audio/mp4,audio/ogg,audio/wav,.mp3,.m4a,.ogg,.wav,text/vtt,.vtt'

/** Uploads a picture after its description, and sound and captions at once. */
export function UploadButton() {
  const { t } = useText()
  const [picture, setPicture] = useState<File>()
  const submit = useSubmit()
  const choose = (file: File) => {
    if (file.type.startsWith('image/')) return setPicture(file)
    void submit.run(async () => {
      await uploadMedium(file)
      showToast(t('media.uploaded'))
    })
  }
  return (
    <>
      <FileButton variant="primary" accept={`${PICTURE_TYPES},${OTHER_TYPES}`} onChoose={choose}>
        <Upload size={20} aria-hidden="true" />
        {submit.isPending ? t('media.uploading') : t('picture.upload')}
      </FileButton>
      {submit.error && (
        <div className="w-full">
          <FormError text={submit.error} />
        </div>
      )}
      <PictureDialog
        file={picture}
        onClose={() => setPicture(undefined)}
        onUploaded={() => showToast(t('media.uploaded'))}
      />
    </>
  )
}
