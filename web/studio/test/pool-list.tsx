import { X } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { ChangesPill, StatusPill } from '../courses/status-pill.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { IconButton } from '../lesson/icon-button.tsx'
import { questionPath } from '../paths.ts'
import { reloadQuestions } from '../questions/question-query.ts'
import { useText } from '../use-text.ts'

/** The questions of the pool, opened by their words. */
export function PoolList({ questions }: { questions: readonly Api.EditedQuestion[] }) {
  const [removed, setRemoved] = useState<Api.EditedQuestion>()
  return (
    <>
      <ul className="mt-4 grid gap-2">
        {questions.map((question) => (
          <PoolRow key={question.id} question={question} onRemove={() => setRemoved(question)} />
        ))}
      </ul>
      <RemoveDialog question={removed} onClose={() => setRemoved(undefined)} />
    </>
  )
}

function PoolRow({ question, onRemove }: { question: Api.EditedQuestion; onRemove: () => void }) {
  const { t, percent } = useText()
  const { prompt, stats } = question
  return (
    <li className="flex items-center rounded-2xl border border-line">
      <StudioLink
        to={questionPath(question.id)}
        data-list-item=""
        className="min-w-0 flex-1 rounded-2xl p-3.5 hover:bg-sunken"
      >
        <span dir="auto" className="line-clamp-2 font-bold leading-snug">
          <InlineMarkdown text={prompt} />
        </span>
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
          {question.status !== 'PUBLISHED' && <StatusPill status={question.status} />}
          {question.hasUnpublishedChanges && <ChangesPill />}
          <span>{t(`quiz.type.${question.type}`)}</span>
          <span>{t(`quiz.difficulty.${question.difficulty}`)}</span>
          <bdi>{question.skill ?? t('test.noSkill')}</bdi>
          {stats && (
            <span>
              {t('bank.stats', { count: stats.answerCount, share: percent(100 * stats.successRate) })}
            </span>
          )}
        </span>
      </StudioLink>
      {question.canEdit && (
        <IconButton label={t('test.remove', { question: prompt })} onClick={onRemove} className="me-1.5">
          <X size={19} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

interface RemoveGiven {
  question: Api.EditedQuestion | undefined
  onClose: () => void
}

function RemoveDialog({ question, onClose }: RemoveGiven) {
  const { t } = useText()
  const submit = useSubmit()
  const remove = async ({ id, version }: Api.EditedQuestion) => {
    const isDone = await submit.run(async () => {
      try {
        const headers = { 'if-match': `"${version}"` }
        await lyceum.call('POST /admin/questions/{id}/archive', { path: { id }, headers })
      } finally {
        await reloadQuestions()
      }
      showToast(t('test.removed'))
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen={question !== undefined}
      onClose={onClose}
      role="alertdialog"
      title={t('test.removeTitle')}
    >
      <p className="mt-3 text-ink-2">{t('test.removeText')}</p>
      <div className="mt-5 grid gap-4">
        <FormError text={submit.code === 'TEST_IS_REQUIRED' ? t('test.isRequired') : submit.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            variant="bad"
            isPending={submit.isPending}
            onClick={() => question && void remove(question)}
          >
            {t('test.removeNow')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
