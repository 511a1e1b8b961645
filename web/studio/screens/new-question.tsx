import { useEffect, useMemo, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { DraftStore } from '../frame/draft-store.ts'
import { useStudioNavigate, useStudioSearch } from '../frame/studio-link.tsx'
import { questionPath } from '../paths.ts'
import {
  type BankFields,
  bankFieldsOf,
  draftOf,
  EMPTY,
  isSame,
  withOneSentence,
} from '../questions/bank-fields.ts'
import { isWhole, QuestionForm } from '../questions/question-form.tsx'
import { QuestionLayout } from '../questions/question-layout.tsx'
import { storeQuestion } from '../questions/question-query.ts'
import { useText } from '../use-text.ts'

/**
 * A question that the service does not have yet. Its words are kept on this device until it is created. What is typed after
 * that, while the page of the question loads, is kept as a change of the question.
 */
export default function NewQuestion() {
  const { t } = useText()
  const { id: userId } = useUser()
  const navigate = useStudioNavigate()
  const submit = useSubmit()
  const [created, setCreated] = useState<Api.EditedQuestion>()
  const { course } = useStudioSearch<{ course?: string }>()
  const empty = useMemo(
    (): BankFields => (course ? { ...EMPTY, use: 'TEST', courseId: course } : EMPTY),
    [course],
  )
  const id = created?.id ?? (course ? `new-${course}` : 'new')
  const store = useMemo(
    () => new DraftStore<BankFields>({ kind: 'question', userId, id, isSame }),
    [userId, id],
  )
  const [fields, setFields] = useState(() => store.read()?.fields ?? empty)
  const [isTried, setTried] = useState(false)
  const base = useMemo(
    () =>
      created ? { version: created.version, fields: bankFieldsOf(created) } : { version: 0, fields: empty },
    [created, empty],
  )
  const isChanged = !isSame(fields, base.fields)
  useEffect(() => store.store(isChanged ? { fields, base } : undefined), [store, isChanged, fields, base])
  const create = async () => {
    const { data } = await withOneSentence(() =>
      lyceum.call('POST /admin/questions', { body: draftOf(fields) }),
    )
    store.forget(fields)
    setCreated(data)
    storeQuestion(data)
    showToast(t('bank.created'))
    await navigate({ to: questionPath(data.id), replace: true })
  }
  return (
    <QuestionLayout
      question={fields.question}
      courseId={course}
      header={
        <h1 className="mt-1 text-[27px] lg:text-[32px]">{course ? t('test.newQuestion') : t('bank.new')}</h1>
      }
    >
      <Card>
        <form
          data-saves=""
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            if (isWhole(fields) && !submit.isPending) void submit.run(create)
          }}
        >
          <QuestionForm
            fields={fields}
            change={(changes) => setFields((before) => ({ ...before, ...changes }))}
            showsAll={isTried}
            isStored={false}
          />
          <div className="mt-6 grid gap-4">
            <FormError text={isTried && !isWhole(fields) ? t('bank.incomplete') : submit.error} />
            <div className="flex flex-wrap items-center justify-end gap-3">
              {isChanged && <p className="me-auto text-sm text-ink-2">{t('save.device')}</p>}
              <Button type="submit" isPending={submit.isPending}>
                {t('bank.create')}
              </Button>
            </div>
          </div>
        </form>
      </Card>
    </QuestionLayout>
  )
}
