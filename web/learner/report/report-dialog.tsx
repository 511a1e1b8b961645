import { type FormEvent, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useScreenText } from '../use-text.ts'
import type { ReportTarget } from './report-target.ts'

type Reason = Api.Report['reason']

const REASONS_OF: Record<ReportTarget['kind'], readonly Reason[]> = {
  QUESTION: ['WRONG', 'OFFENSIVE', 'COPYRIGHT', 'OTHER'],
  COURSE: ['WRONG', 'OFFENSIVE', 'SPAM', 'COPYRIGHT', 'OTHER'],
  USER: ['OFFENSIVE', 'SPAM', 'CHEATING', 'OTHER'],
}
const MAX_LENGTH = 1_000

/** Asks what is wrong, and sends it to the moderators. */
export default function ReportDialog({ kind, targetId, onClose }: ReportTarget & { onClose: () => void }) {
  const { t } = useScreenText()
  const [reason, setReason] = useState<Reason>(REASONS_OF[kind][0]!)
  const [text, setText] = useState('')
  const { run, isPending, error, errorOf } = useSubmit()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(() => lyceum.call('POST /reports', { body: { kind, targetId, reason, text } })))) return
    onClose()
    showToast(t('report.thanks'))
  }
  return (
    <Dialog isOpen title={t(`report.button.${kind}`)} onClose={onClose}>
      <form onSubmit={(event) => void send(event)} className="mt-4 grid gap-5" noValidate>
        <ChipChoice
          label={t('report.reason')}
          chosen={reason}
          choices={REASONS_OF[kind].map((value) => ({ value, content: t(`report.reason.${value}`) }))}
          onChoose={setReason}
        />
        <TextArea
          label={t('report.text')}
          hint={t('report.textHint')}
          error={errorOf('text')}
          value={text}
          maxLength={MAX_LENGTH}
          onChange={({ target }) => setText(target.value)}
        />
        <FormError text={error} />
        <div className="grid gap-2.5 sm:grid-cols-2">
          <Button variant="secondary" onClick={onClose}>
            {t('report.cancel')}
          </Button>
          <Button type="submit" isPending={isPending}>
            {t('report.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
