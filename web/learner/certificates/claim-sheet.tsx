import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  course: { courseId: string; title: string }
  onClose: () => void
}

/** Asks for the name to print, or shows the bound name; then claims the certificate and opens its page. */
export default function ClaimSheet({ course, onClose }: Given) {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /user/certificate-name')
  return (
    <Sheet isOpen title={t('certificates.claimTitle')} onClose={onClose}>
      <p className="mb-4.5 text-ink-2">
        <bdi>{course.title}</bdi>
      </p>
      {data ? (
        <ClaimForm courseId={course.courseId} boundName={data.data.studentName} />
      ) : error ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Sheet>
  )
}

function ClaimForm({ courseId, boundName }: { courseId: string; boundName: string | null }) {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { isPending, error, errorOf, run } = useSubmit({ CERTIFICATE_NAME_NOT_PRINTABLE: 'studentName' })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => {
      const body = { courseId, studentName: boundName ?? typed }
      const { data } = await lyceum.call('POST /certificates/claim', { body })
      await Promise.all(
        ['GET /certificates', 'GET /user/certificate-name'].map((operation) =>
          queryClient.invalidateQueries({ queryKey: [operation] }),
        ),
      )
      await navigate({ to: '/certificates/mine/$number', params: { number: data.certificateNumber } })
    })
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4.5" noValidate>
      {boundName === null ? (
        <TextField
          label={t('certificates.name')}
          hint={t('certificates.nameHint')}
          autoComplete="name"
          autoFocus
          required
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={errorOf('studentName')}
        />
      ) : (
        <BoundName name={boundName} />
      )}
      <FormError text={error} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        {t('certificates.claim')}
      </Button>
    </form>
  )
}

/** The name that all certificates of the learner carry, and the way to change it. */
function BoundName({ name }: { name: string }) {
  const { t } = useScreenText()
  return (
    <div>
      <p className="text-[15px] font-bold">{t('certificates.name')}</p>
      <p className="mt-1 text-[21px] font-extrabold [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
      <p className="mt-1 text-sm text-ink-2">{t('certificates.boundName')}</p>
      <Link
        to="/settings/$section"
        params={{ section: 'profile' }}
        className="-mb-2 inline-flex min-h-11 items-center font-bold text-primary underline underline-offset-4"
      >
        {t('certificates.changeName')}
      </Link>
    </div>
  )
}
