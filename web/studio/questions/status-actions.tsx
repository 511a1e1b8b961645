import { Archive } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { reloadQuestions, storeQuestion } from './question-query.ts'

/** Publishes or archives the version that the author sees. After another edit the page shows the new one. */
async function move({ id, version }: Api.EditedQuestion, to: 'publish' | 'archive'): Promise<void> {
  const given = { path: { id }, headers: { 'if-match': `"${version}"` } }
  try {
    storeQuestion((await lyceum.call(`POST /admin/questions/{id}/${to}`, given)).data)
  } catch (fault) {
    await reloadQuestions()
    throw fault
  }
}

/** Publishes and archives a question. Words that are not saved are not published. */
export function StatusActions({ question, isChanged }: { question: Api.EditedQuestion; isChanged: boolean }) {
  const { t } = useText()
  const submit = useSubmit()
  const [isAsked, setAsked] = useState(false)
  const publish = async () => {
    await move(question, 'publish')
    showToast(t('bank.published'))
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {question.status !== 'ARCHIVED' && (
          <Button
            variant="secondary"
            icon={<Archive size={20} aria-hidden="true" />}
            onClick={() => setAsked(true)}
          >
            {t('archive.archive')}
          </Button>
        )}
        {question.status !== 'PUBLISHED' && (
          <Button
            variant="good"
            disabled={isChanged}
            isPending={submit.isPending}
            onClick={() => void submit.run(publish)}
          >
            {t('bank.publish')}
          </Button>
        )}
      </div>
      <FormError text={submit.error} />
      <ArchiveQuestion question={question} isOpen={isAsked} onClose={() => setAsked(false)} />
    </div>
  )
}

interface ArchiveGiven {
  question: Api.EditedQuestion
  isOpen: boolean
  onClose: () => void
}

/** Asks before a question is archived. */
export function ArchiveQuestion({ question, isOpen, onClose }: ArchiveGiven) {
  const { t } = useText()
  const submit = useSubmit()
  const archive = async () => {
    const isDone = await submit.run(async () => {
      await move(question, 'archive')
      showToast(t('bank.archived'))
    })
    if (isDone) onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} role="alertdialog" title={t('bank.archiveTitle')}>
      <p className="mt-3 text-ink-2">{t('bank.archiveText')}</p>
      <div className="mt-5 grid gap-4">
        <FormError text={submit.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button variant="bad" isPending={submit.isPending} onClick={() => void archive()}>
            {t('archive.archive')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
