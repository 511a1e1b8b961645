import { ImageUp } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Avatar } from '../../ui/components/avatar.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'

interface Given {
  file: File | undefined
  onChoose: (file: File) => void
  error: string | undefined
}

/** The picture of the profile, with a preview of a new one before it is saved. */
export function AvatarField({ file, onChoose, error }: Given) {
  const { t } = useScreenText()
  const user = useUser()
  const id = useId()
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!file) return setPreview(undefined)
    const url = URL.createObjectURL(file)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <div>
      <div className="flex items-center gap-5">
        {preview ? (
          <img
            src={preview}
            alt={t('profile.previewAlt')}
            className="size-21 flex-none rounded-full object-cover"
          />
        ) : (
          <Avatar name={user.username} url={user.profileImageUrl} size={84} />
        )}
        <label
          htmlFor={id}
          className={`${buttonClass({ variant: 'secondary', size: 'small' })} min-h-11 cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-primary has-focus-visible:outline-offset-3`}
        >
          <ImageUp size={19} aria-hidden="true" />
          {t('profile.choosePicture')}
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/gif"
            aria-describedby={`${id}-note`}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => target.files?.[0] && onChoose(target.files[0])}
            className="sr-only"
          />
        </label>
      </div>
      <p id={`${id}-note`} className={`mt-2 text-sm ${error ? 'font-semibold text-bad' : 'text-ink-2'}`}>
        {error ?? t('profile.pictureHint')}
      </p>
    </div>
  )
}
