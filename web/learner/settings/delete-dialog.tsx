import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { sessionStore } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { PROOF_FIELD_OF, Reauthenticate, useProof } from './reauthenticate.tsx'

/** Says what the deletion does, and asks for the password before it. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const proof = useProof()
  const submit = useSubmit(PROOF_FIELD_OF)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await proof.run(submit, () => lyceum.call('DELETE /user/account', { body: proof.body })))) return
    queryClient.clear()
    sessionStore.set({ status: 'out' })
    // Otherwise the router asks for a sign-in and returns here.
    await navigate({ to: '/', replace: true })
    showToast(t('data.deleted'))
  }
  return (
    <Dialog isOpen role="alertdialog" title={t('data.deleteTitle')} onClose={onClose}>
      <ul className="my-4 grid list-disc gap-1.5 ps-5 text-[15px] text-ink-2">
        <li>{t('data.effect.erased')}</li>
        <li>{t('data.effect.lost')}</li>
        <li>{t('data.effect.certificates')}</li>
        <li>{t('data.effect.final')}</li>
      </ul>
      <form onSubmit={(event) => void send(event)} className="grid gap-4.5" noValidate>
        <Reauthenticate proof={proof} submit={submit} />
        <FormError text={submit.code === 'PASSWORD_NOT_SET' ? undefined : submit.error} />
        <div className="grid gap-2.5 sm:grid-cols-2">
          <Button variant="secondary" onClick={onClose}>
            {t('data.keep')}
          </Button>
          <Button type="submit" variant="bad" isPending={submit.isPending}>
            {t('data.deleteFinally')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
