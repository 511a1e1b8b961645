import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { saveFile } from './save-file.ts'
import { SettingCard } from './setting-card.tsx'

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'))

export default function DataSection() {
  const { t } = useScreenText()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <SettingCard title={t('data.export')} text={t('data.exportText')}>
        <ExportButton />
      </SettingCard>
      <SettingCard title={t('data.delete')} text={t('data.deleteText')}>
        <Button variant="bad" onClick={() => setDeleting(true)}>
          {t('data.deleteBegin')}
        </Button>
      </SettingCard>
      <Suspense>{isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}</Suspense>
    </>
  )
}

function ExportButton() {
  const { t } = useScreenText()
  const { username } = useUser()
  const { isPending, error, run } = useSubmit()
  const save = () =>
    run(async () => {
      const { data } = await lyceum.call('GET /user/export')
      saveFile(
        `lyceum-${username}-${data.exportedAt.slice(0, 10)}.json`,
        'application/json',
        JSON.stringify(data, null, 2),
      )
    })
  return (
    <div className="grid justify-items-start gap-4">
      <FormError text={error} />
      <Button
        variant="secondary"
        isPending={isPending}
        icon={<Download size={19} aria-hidden="true" />}
        onClick={() => void save()}
      >
        {t('data.exportBegin')}
      </Button>
    </div>
  )
}
