import { useQuery } from '@tanstack/react-query'
import { MessageCircleCheck } from 'lucide-react'
import { newKey } from '../../../packages/client/src/attempt.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { SendDialog } from './send-dialog.tsx'

/** How many users a saved draft reaches, a test message, and the sending. */
export function RecipientCount({ broadcast }: { broadcast: Api.Broadcast }) {
  const { t } = useText()
  const submit = useSubmit()
  const preview = (sendTest: boolean) =>
    lyceum.call('POST /admin/broadcasts/{id}/preview', {
      path: { id: broadcast.id },
      body: { sendTest },
      idempotencyKey: newKey(),
    })
  const { data, error } = useQuery({
    queryKey: ['broadcast-preview', broadcast.id, broadcast.version],
    queryFn: () => preview(false),
  })
  const recipients = data?.data.recipients
  const test = () =>
    submit.run(async () => {
      await preview(true)
      showToast(t('broadcasts.tested'))
    })
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
      <h2 className="text-[19px]">{t('broadcasts.recipients')}</h2>
      <p aria-live="polite" className="text-[17px] font-bold">
        {recipients
          ? t(recipients.isCapped ? 'broadcasts.countCapped' : 'broadcasts.count', {
              count: recipients.count,
            })
          : error
            ? t('broadcasts.countFailed')
            : t('broadcasts.counting')}
      </p>
      <FormError text={submit.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant="secondary"
          className="min-h-11"
          icon={<MessageCircleCheck size={17} aria-hidden="true" />}
          isPending={submit.isPending}
          onClick={() => void test()}
        >
          {t('broadcasts.test')}
        </Button>
        {recipients && <SendDialog broadcast={broadcast} recipients={recipients} />}
      </div>
    </section>
  )
}
