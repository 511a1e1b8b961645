import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'

interface Given {
  label: string
  accept: string
  /** The path of the stored file, and the medium. */
  onUploaded: (path: string, medium: Api.Medium) => void
}

/** Uploads audio or captions into the library of the author. */
export function LibraryFile({ label, accept, onUploaded }: Given) {
  const input = useRef<HTMLInputElement>(null)
  const { isPending, error, errorOf, run } = useSubmit()
  const upload = (file: File | undefined) => {
    if (!file) return
    void run(async () => {
      const body = new FormData()
      body.set('file', file)
      const { data } = await lyceum.call('POST /admin/media', { body })
      onUploaded(ownFile(data.url), data)
    })
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="secondary"
        size="small"
        className="min-h-11"
        isPending={isPending}
        icon={<Upload size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          upload(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <FormError text={error ?? errorOf('file')} />
    </div>
  )
}
