import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { lyceum, queryClient } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  course: { courseId: string; title: string }
  onClose: () => void
}

/** Asks for the name to print, claims the certificate and opens its page. */
export default function ClaimSheet({ course, onClose }: Given) {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const [studentName, setStudentName] = useState('')
  const { isPending, error, errorOf, run } = useSubmit()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => {
      const body = { courseId: course.courseId, studentName }
      const { data } = await lyceum.call('POST /certificates/claim', { body })
      await queryClient.invalidateQueries({ queryKey: ['GET /certificates'] })
      await navigate({ to: '/certificates/mine/$number', params: { number: data.certificateNumber } })
    })
  }
  return (
    <Sheet isOpen title={t('certificates.claimTitle')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4.5" noValidate>
        <p className="text-ink-2">
          <bdi>{course.title}</bdi>
        </p>
        <TextField
          label={t('certificates.name')}
          hint={t('certificates.nameHint')}
          autoComplete="name"
          autoFocus
          required
          maxLength={80}
          value={studentName}
          onChange={(event) => setStudentName(event.target.value)}
          error={errorOf('studentName')}
        />
        <FormError text={error} />
        <Button type="submit" size="large" isWide isPending={isPending}>
          {t('certificates.claim')}
        </Button>
      </form>
    </Sheet>
  )
}
