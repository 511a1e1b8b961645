import { type FormEvent, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useScreenText } from '../use-text.ts'
import { SettingCard } from './setting-card.tsx'

const READ = 'GET /user/certificate-name'

/** The name on all certificates of the learner, which can be changed once in 90 days. */
export function CertificateNameForm() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi(READ)
  return (
    <SettingCard title={t('certificateName.title')} text={t('certificateName.text')}>
      {data ? (
        <Fields name={data.data} />
      ) : error ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-32" />
      )}
    </SettingCard>
  )
}

function Fields({ name }: { name: Api.CertificateName }) {
  const { t, date } = useScreenText()
  const [studentName, setStudentName] = useState(name.studentName ?? '')
  const { isPending, error, errorOf, run } = useSubmit({ CERTIFICATE_NAME_NOT_PRINTABLE: 'studentName' })
  const { nextChangeAt } = name
  if (nextChangeAt)
    return (
      <>
        <p className="text-[18px] font-extrabold [overflow-wrap:anywhere]">
          <bdi>{name.studentName}</bdi>
        </p>
        <p className="mt-1 text-[15px] text-ink-2">
          {t('certificateName.next', { date: date(new Date(nextChangeAt), { dateStyle: 'long' }) })}
        </p>
      </>
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await run(async () => {
      const answer = await lyceum.call('PUT /user/certificate-name', { body: { studentName } })
      queryClient.setQueryData(apiKey(READ), answer)
      await queryClient.invalidateQueries({ queryKey: ['GET /certificates'] })
    })
    if (isSaved) showToast(t('certificateName.saved'))
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
      <TextField
        label={t('certificates.name')}
        autoComplete="name"
        required
        maxLength={80}
        value={studentName}
        onChange={(event) => setStudentName(event.target.value)}
        error={errorOf('studentName')}
      />
      <FormError text={error} />
      <Button type="submit" variant="secondary" isPending={isPending}>
        {t('certificateName.save')}
      </Button>
    </form>
  )
}
