import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../../ui/api/lyceum.ts'
import { useSubmit } from '../../../ui/api/use-submit.ts'
import { Button } from '../../../ui/components/button.tsx'
import { Dialog } from '../../../ui/components/dialog.tsx'
import { FormError } from '../../../ui/components/form-error.tsx'
import { useText } from '../../use-text.ts'
import { type DraftSlide, draftedSlideOf } from '../draft.ts'
import type { PastedText } from './use-pasted-questions.ts'

interface Given {
  pasted: PastedText
  /** How many slides the lesson may still get. */
  room: number
  onInsert: (slides: DraftSlide[]) => void
  onClose: () => void
}

/** Asks whether a pasted text becomes questions or stays a text. The service reads the questions and stores nothing. */
export function PastedQuestionsDialog({ pasted, room, onInsert, onClose }: Given) {
  const { t } = useText()
  const { error, run } = useSubmit()
  const [report, setReport] = useState<Api.QuestionImportReport>()
  const read = () => run(async () => setReport(await readQuestions(pasted.text)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pasted text.
  useEffect(() => void read(), [pasted])
  const found = report?.questions ?? []
  const inserted = found.slice(0, Math.max(0, room))
  const insert = () => {
    onClose()
    onInsert(inserted.map(({ question }) => draftedSlideOf({ type: 'QUIZ', question })))
  }
  const pasteAsText = () => {
    onClose()
    // The dialog gives the focus back first.
    setTimeout(pasted.pasteAsText)
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('paste.title')}>
      <p className="mt-3 text-ink-2">{t('paste.text')}</p>
      {report ? (
        <Report report={report} room={room} />
      ) : (
        !error && (
          <p role="status" className="mt-4 grid min-h-24 place-items-center text-ink-2">
            {t('state.loading')}
          </p>
        )
      )}
      <div className="mt-4">
        <FormError text={error} />
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={pasteAsText}>
          {t('paste.asText')}
        </Button>
        {error && <Button onClick={() => void read()}>{t('action.retry')}</Button>}
        {inserted.length > 0 && (
          <Button onClick={insert}>{t('paste.insert', { count: inserted.length })}</Button>
        )}
      </div>
    </Dialog>
  )
}

async function readQuestions(text: string): Promise<Api.QuestionImportReport> {
  const body = new FormData()
  body.set('file', new File([text], 'questions.gift', { type: 'text/plain' }))
  body.set('format', 'gift')
  body.set('use', 'PRACTICE')
  body.set('dryRun', 'true')
  body.set('withQuestions', 'true')
  return (await lyceum.call('POST /admin/questions/import', { body })).data
}

/** What can be inserted and what not, each by its line. */
function Report({ report, room }: { report: Api.QuestionImportReport; room: number }) {
  const { t } = useText()
  const { problems, duplicates, questions = [] } = report
  const repeated = duplicates.filter(({ firstLine }) => firstLine !== null)
  const inBank = duplicates.length - repeated.length
  const hasMore = report.created.length + inBank > Math.min(questions.length, room)
  return (
    <div className="mt-4 grid gap-4">
      {problems.length + repeated.length > 0 && (
        <section aria-labelledby="paste-problems">
          <h3 id="paste-problems" className="flex items-center gap-2 text-[17px] text-bad">
            <CircleAlert size={20} aria-hidden="true" />
            {t('paste.problems', { count: problems.length + repeated.length })}
          </h3>
          <Lines label="paste-problems">
            {problems.map(({ line, message, excerpt }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the report does not change.
              <Line key={index} line={line} excerpt={excerpt}>
                {message}
              </Line>
            ))}
            {repeated.map(({ line, excerpt, firstLine }) => (
              <Line key={line} line={line} excerpt={excerpt}>
                {t('import.sameAs', { line: firstLine ?? 0 })}
              </Line>
            ))}
          </Lines>
        </section>
      )}
      {questions.length === 0 ? (
        <p className="font-bold">{t('paste.none')}</p>
      ) : (
        <section aria-labelledby="paste-questions">
          <h3 id="paste-questions" className="text-[17px]">
            {t('paste.questions', { count: report.created.length + inBank })}
          </h3>
          <Lines label="paste-questions">
            {questions.map(({ line, question }) => (
              <Line key={line} line={line} excerpt={t(`quiz.type.${question.type ?? 'SINGLE_CHOICE'}`)}>
                <span className="font-semibold">{question.prompt}</span>
              </Line>
            ))}
          </Lines>
        </section>
      )}
      {inBank > 0 && <p className="text-ink-2">{t('paste.inBank', { count: inBank })}</p>}
      {hasMore && <p className="font-bold">{t('paste.room', { count: Math.max(0, room) })}</p>}
    </div>
  )
}

function Lines({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a long list, which scrolls by keyboard as well.
    <div
      role="group"
      aria-labelledby={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
      tabIndex={0}
      className="mt-2 max-h-48 overflow-y-auto rounded-control bg-sunken px-3 py-1"
    >
      <ol>{children}</ol>
    </div>
  )
}

function Line({ line, excerpt, children }: { line: number; excerpt: string; children: ReactNode }) {
  const { t } = useText()
  return (
    <li className="border-line border-t py-2 text-[15px] [overflow-wrap:anywhere] first:border-t-0">
      <span className="me-2 font-bold text-ink-2">{t('import.line', { line })}</span>
      <span dir="auto">{children}</span>
      {excerpt && (
        <span dir="auto" className="block text-sm text-ink-2">
          {excerpt}
        </span>
      )}
    </li>
  )
}
