import { useEffect, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { QUESTIONS_PATH } from '../paths.ts'
import { withOneSentence } from '../questions/bank-fields.ts'
import { FORMAT_NAMES } from '../questions/file-formats.ts'
import {
  type Checked,
  checkFile,
  EMPTY_IMPORT,
  type ImportFields,
  sendFile,
} from '../questions/import-file.ts'
import { ImportForm } from '../questions/import-form.tsx'
import { ImportReport } from '../questions/import-report.tsx'
import { BackToQuestions } from '../questions/question-layout.tsx'
import { reloadQuestions } from '../questions/question-query.ts'
import { areTags } from '../questions/tags.ts'
import { useText } from '../use-text.ts'

type Step =
  | { name: 'source' }
  | { name: 'checked'; checked: Checked }
  | { name: 'imported'; report: Api.QuestionImportReport }

/** Brings questions of another system: what is there, what would be imported, and the result. */
export default function ImportQuestions() {
  const { t } = useText()
  const [fields, setFields] = useState(EMPTY_IMPORT)
  const [step, setStep] = useState<Step>({ name: 'source' })
  const submit = useSubmit()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step.name)
  // A screen reader goes on at the new step.
  useEffect(() => {
    if (shown.current === step.name) return
    shown.current = step.name
    heading.current?.focus()
    scrollTo(0, 0)
  }, [step.name])
  const check = () =>
    void submit.run(async () => {
      const checked = await withOneSentence(() => checkFile(fields))
      setStep({ name: 'checked', checked })
    })
  const importAll = ({ format }: Checked) =>
    void submit.run(async () => {
      const report = await withOneSentence(() => sendFile(fields, format, false))
      void reloadQuestions()
      setStep({ name: 'imported', report })
    })
  return (
    <>
      <BackToQuestions />
      <h1 ref={heading} tabIndex={-1} className="mt-1 text-[27px] outline-none lg:text-[32px]">
        {t(`import.title.${step.name}`)}
      </h1>
      <div className="mt-5 grid max-w-4xl gap-5">
        {step.name === 'source' && (
          <SourceStep
            fields={fields}
            change={(changes) => setFields((before) => ({ ...before, ...changes }))}
            error={submit.error}
            isPending={submit.isPending}
            onCheck={check}
          />
        )}
        {step.name === 'checked' && (
          <>
            <p className="text-ink-2">{t('import.readAs', { format: FORMAT_NAMES[step.checked.format] })}</p>
            <ImportReport report={step.checked.report} />
            <FormError text={submit.error} />
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="secondary" onClick={() => setStep({ name: 'source' })}>
                {t('import.back')}
              </Button>
              {step.checked.report.created.length > 0 && (
                <Button isPending={submit.isPending} onClick={() => importAll(step.checked)}>
                  {t('import.import', { count: step.checked.report.created.length })}
                </Button>
              )}
            </div>
          </>
        )}
        {step.name === 'imported' && (
          <>
            <ImportReport report={step.report} />
            <div className="flex flex-wrap justify-end gap-3">
              <Button
                variant="secondary"
                onClick={() => {
                  setFields(EMPTY_IMPORT)
                  setStep({ name: 'source' })
                }}
              >
                {t('import.again')}
              </Button>
              <StudioLink to={QUESTIONS_PATH} search={{ status: 'DRAFT' }} className={buttonClass({})}>
                {t('import.see')}
              </StudioLink>
            </div>
          </>
        )}
      </div>
    </>
  )
}

interface SourceGiven {
  fields: ImportFields
  change: (changes: Partial<ImportFields>) => void
  error: string | undefined
  isPending: boolean
  onCheck: () => void
}

function SourceStep({ fields, change, error, isPending, onCheck }: SourceGiven) {
  const { t } = useText()
  const canCheck = (fields.file !== undefined || fields.text.trim() !== '') && areTags(fields.tags)
  return (
    <form
      data-saves=""
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (canCheck && !isPending) onCheck()
      }}
    >
      <ImportForm fields={fields} change={change} />
      <FormError text={error} />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p className="text-sm text-ink-2">{t('import.checkHint')}</p>
        <Button type="submit" isPending={isPending} aria-disabled={!canCheck}>
          {t('import.check')}
        </Button>
      </div>
    </form>
  )
}
