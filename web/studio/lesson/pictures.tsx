import { ImagePlus } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'
import type { ChosenPicture } from './markdown-field.tsx'

type Choose = (file?: File) => Promise<ChosenPicture | undefined>

const PictureContext = createContext<Choose>(async () => undefined)

/** Asks the author for a picture: a new one with its alternative text, or one of the library. */
export const usePictures = (): Choose => use(PictureContext)

interface Asked {
  file: File | undefined
  answer: (picture: ChosenPicture | undefined) => void
}

export function PictureProvider({ children }: { children: ReactNode }) {
  const { t } = useText()
  const [asked, setAsked] = useState<Asked>()
  const choose: Choose = (file) => new Promise((answer) => setAsked({ file, answer }))
  const end = (picture: ChosenPicture | undefined) => {
    asked?.answer(picture)
    setAsked(undefined)
  }
  return (
    <PictureContext value={choose}>
      {children}
      <Sheet isOpen={asked !== undefined} onClose={() => end(undefined)} title={t('lessonPicture.title')}>
        {asked && <PictureForm start={asked.file} onChoose={end} />}
      </Sheet>
    </PictureContext>
  )
}

interface FormGiven {
  start: File | undefined
  onChoose: (picture: ChosenPicture) => void
}

function PictureForm({ start, onChoose }: FormGiven) {
  const { t } = useText()
  const [file, setFile] = useState(start)
  const [alt, setAlt] = useState('')
  const [isTried, setTried] = useState(false)
  const { isPending, error, errorOf, run } = useSubmit({
    MEDIUM_UNSUPPORTED: 'file',
    MEDIUM_TOO_LARGE: 'file',
    MEDIA_QUOTA_EXCEEDED: 'file',
  })
  const altError = isTried && !alt.trim() ? t('lessonPicture.altMissing') : errorOf('alt')
  const fileError = isTried && !file ? t('lessonPicture.fileMissing') : errorOf('file')
  const upload = async () => {
    setTried(true)
    if (!file || !alt.trim()) return
    await run(async () => {
      const body = new FormData()
      body.set('file', file)
      body.set('alt', alt.trim())
      const { data } = await lyceum.call('POST /admin/media', { body })
      void queryClient.invalidateQueries({ queryKey: ['GET /admin/media'] })
      onChoose({ url: data.url, alt: alt.trim() })
    })
  }
  return (
    <>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void upload()
        }}
      >
        <FileField file={file} error={fileError} onChoose={setFile} />
        <TextField
          label={t('lessonPicture.alt')}
          hint={t('lessonPicture.altHint')}
          error={altError}
          value={alt}
          maxLength={300}
          dir="auto"
          onChange={(event) => setAlt(event.target.value)}
        />
        <FormError text={error} />
        <Button type="submit" isPending={isPending}>
          {t('lessonPicture.insert')}
        </Button>
      </form>
      <Library onChoose={onChoose} />
    </>
  )
}

interface FileGiven {
  file: File | undefined
  error: string | undefined
  onChoose: (file: File | undefined) => void
}

function FileField({ file, error, onChoose }: FileGiven) {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <div>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="flex min-h-28 w-full items-center justify-center gap-4 rounded-card border-2 border-line border-dashed p-4 text-center font-bold text-ink-2 hover:border-primary"
      >
        {preview ? (
          <img src={preview} alt="" className="max-h-40 rounded-xl object-contain" />
        ) : (
          <ImagePlus size={26} aria-hidden="true" />
        )}
        <span className="break-all">{file?.name || t('lessonPicture.choose')}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
      {error && <p className="mt-1.5 text-sm font-semibold text-bad">{error}</p>}
    </div>
  )
}

/** The pictures that the author has uploaded before. */
function Library({ onChoose }: Pick<FormGiven, 'onChoose'>) {
  const { t } = useText()
  const { data, error, refetch } = useApi('GET /admin/media', { query: { kind: 'PICTURE', limit: 24 } })
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (data?.data.length === 0) return null
  return (
    <section className="mt-7" aria-labelledby="own-pictures">
      <h3 id="own-pictures" className="mb-3 text-[17px]">
        {t('lessonPicture.library')}
      </h3>
      {data ? (
        <ul className="grid grid-cols-3 gap-2.5">
          {data.data.map((medium) => (
            <li key={medium.id}>
              <LibraryPicture medium={medium} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      ) : (
        <>
          <LoadingNote />
          <Skeleton className="h-24" />
        </>
      )}
    </section>
  )
}

function LibraryPicture({ medium, onChoose }: { medium: Api.Medium; onChoose: FormGiven['onChoose'] }) {
  const { t } = useText()
  const alt = medium.alt ?? ''
  return (
    <button
      type="button"
      aria-label={t('lessonPicture.use', { name: alt || medium.name })}
      // A decoration says nothing, so the author must write the text for this place.
      onClick={() => onChoose({ url: medium.url, alt })}
      className="block w-full overflow-hidden rounded-xl border-2 border-line hover:border-primary"
    >
      <img src={ownFile(medium.renditions[0]!.url)} alt="" className="aspect-4/3 w-full object-cover" />
    </button>
  )
}
