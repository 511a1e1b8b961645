import { Download } from 'lucide-react'
import { downloadFile } from '../../ui/api/download-file.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'

interface Given {
  path: string
  query: Record<string, string | number | undefined>
  label: string
}

/** Saves the same numbers as a file. */
export function DownloadButton({ path, query, label }: Given) {
  const submit = useSubmit()
  return (
    <div className="grid gap-2">
      <Button
        variant="secondary"
        isPending={submit.isPending}
        icon={<Download size={20} aria-hidden="true" />}
        onClick={() => void submit.run(() => downloadFile(path, query))}
      >
        {label}
      </Button>
      <FormError text={submit.error} />
    </div>
  )
}
