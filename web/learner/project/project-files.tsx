import { useId, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  courseId: string
  files: Api.ProjectSubmission['files']
  /** Gets the `updatedAt` of the draft. */
  onSaved: (updatedAt: string) => void
}

/** New files replace the stored ones. They are uploaded at once, as part of the draft. */
export function ProjectFiles({ courseId, files, onSaved }: Given) {
  const { t } = useScreenText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isPending, error, run } = useSubmit()
  const [isOver, setOver] = useState(false)
  const upload = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || isPending) return
    await run(async () => {
      const body = new FormData()
      body.set('submissionType', 'FILE_UPLOAD')
      for (const file of chosen) body.append('files', file)
      const path = { courseId }
      onSaved((await lyceum.call('POST /course/{courseId}/project/draft', { path, body })).data.updatedAt)
      await queryClient.invalidateQueries({ queryKey: ['GET /course/{courseId}/project/submission'] })
    })
    if (input.current) input.current.value = ''
  }
  return (
    <div>
      <p id={`${id}-title`} className="mb-1.5 text-[15px] font-bold">
        {t('project.files')}
      </p>
      {files.length > 0 && (
        <ul aria-labelledby={`${id}-title`} className="mb-3 grid gap-1.5">
          {files.map((file) => (
            <li key={file.id}>
              <a
                href={file.url}
                className="inline-flex min-h-8 items-center font-semibold text-primary underline underline-offset-4 [overflow-wrap:anywhere]"
              >
                <bdi>{file.name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the field inside. */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void upload([...event.dataTransfer.files])
        }}
        className={`rounded-control border-2 border-dashed p-4 ${isOver ? 'border-primary bg-primary-soft' : 'border-line'}`}
      >
        <label
          htmlFor={id}
          className={`${buttonClass({ variant: 'secondary', size: 'small' })} min-h-11 cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-primary has-focus-visible:outline-offset-3`}
        >
          {isPending ? t('project.uploading') : t('project.chooseFiles')}
          <input
            ref={input}
            id={id}
            type="file"
            multiple
            accept=".zip,.pdf,.md,.txt,.ipynb,.png,.jpg,.jpeg"
            aria-describedby={`${id}-note`}
            onChange={({ target }) => void upload([...(target.files ?? [])])}
            className="sr-only"
          />
        </label>
        <p id={`${id}-note`} className="mt-2 text-sm text-ink-2">
          {t('project.filesHint')}
        </p>
      </div>
      <FormError text={error} />
    </div>
  )
}
