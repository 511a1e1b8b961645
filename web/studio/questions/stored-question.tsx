import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { ChangesPill, StatusPill } from '../courses/status-pill.tsx'
import type { VersionedForm } from '../frame/use-versioned-form.ts'
import { ModelMarks } from '../model-drafts/model-marks.tsx'
import { useModel } from '../model-drafts/use-model.ts'
import { useText } from '../use-text.ts'
import type { BankFields } from './bank-fields.ts'
import { QuestionConflict } from './question-conflict.tsx'
import { isWhole, QuestionForm } from './question-form.tsx'
import { QuestionLayout } from './question-layout.tsx'
import { StatusActions } from './status-actions.tsx'
import { useQuestionForm } from './use-question-form.ts'

/** A question that the service has. */
export function StoredQuestion({ question }: { question: Api.EditedQuestion }) {
  const { t } = useText()
  const form = useQuestionForm(question, () => showToast(t('bank.saved')))
  return (
    <QuestionLayout
      question={form.fields.question}
      courseId={form.fields.courseId}
      header={<Header question={question} isChanged={form.isChanged} />}
    >
      {form.theirs ? (
        <QuestionConflict form={form} />
      ) : (
        <Card>
          <EditForm question={question} form={form} />
        </Card>
      )}
    </QuestionLayout>
  )
}

function Header({ question, isChanged }: { question: Api.EditedQuestion; isChanged: boolean }) {
  const { t, percent } = useText()
  const { canEdit, stats, hasUnpublishedChanges } = question
  return (
    <header>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 dir="auto" className="line-clamp-3 break-words text-[24px] leading-snug lg:text-[28px]">
            <InlineMarkdown text={question.prompt} />
          </h1>
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-2">
            <StatusPill status={question.status} />
            {hasUnpublishedChanges && <ChangesPill />}
            <span>{t(`quiz.type.${question.type}`)}</span>
            <span>{t(`bank.use.${question.use}`)}</span>
            {stats && (
              <span>
                {t('bank.stats', { count: stats.answerCount, share: percent(100 * stats.successRate) })}
              </span>
            )}
          </div>
        </div>
        {canEdit && <StatusActions question={question} isChanged={isChanged} />}
      </div>
      {canEdit && <QuestionMarks questionId={question.id} />}
      {!canEdit && (
        <p className="mt-5 rounded-card bg-primary-soft p-5 font-semibold">{t('bank.shippedText')}</p>
      )}
      {hasUnpublishedChanges && (
        <p className="mt-4 text-ink-2">{question.use === 'TEST' ? t('test.waits') : t('bank.waits')}</p>
      )}
    </header>
  )
}

function QuestionMarks({ questionId }: { questionId: string }) {
  return <ModelMarks marks={useModel({ questionId }).marks} className="mt-4" />
}

interface FormGiven {
  question: Api.EditedQuestion
  form: VersionedForm<BankFields>
}

function EditForm({ question: { canEdit }, form }: FormGiven) {
  const { t } = useText()
  const { fields, change, isChanged, submit } = form
  const [isTried, setTried] = useState(false)
  const isReady = isWhole(fields)
  return (
    <form
      data-saves=""
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (canEdit && isChanged && isReady && !submit.isPending) void form.save()
      }}
    >
      <fieldset disabled={!canEdit} className="min-w-0">
        <QuestionForm fields={fields} change={change} showsAll={isTried} isStored />
      </fieldset>
      {canEdit && (
        <div className="sticky bottom-[calc(72px+env(safe-area-inset-bottom))] z-10 -mx-5 mt-6 -mb-5 grid gap-3 rounded-b-card border-line border-t bg-surface px-5 py-4 lg:bottom-0">
          <FormError text={isTried && !isReady ? t('bank.incomplete') : submit.error} />
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p aria-live="polite" className="me-auto text-sm text-ink-2">
              {isChanged ? t('save.device') : t('save.saved')}
            </p>
            {isChanged && (
              <Button variant="secondary" onClick={form.discard}>
                {t('save.discard')}
              </Button>
            )}
            <Button type="submit" isPending={submit.isPending} aria-disabled={!isChanged}>
              {t('save.save')}
            </Button>
          </div>
        </div>
      )}
    </form>
  )
}
