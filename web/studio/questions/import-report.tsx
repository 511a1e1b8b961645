import { CircleAlert, CircleCheck, CopyCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { questionPath } from '../paths.ts'
import { useText } from '../use-text.ts'

/** What is imported, or would be, and what is not, each by its line. */
export function ImportReport({ report }: { report: Api.QuestionImportReport }) {
  const { t } = useText()
  const { created, problems, duplicates, ignored, dryRun } = report
  return (
    <div className="grid gap-5">
      {problems.length > 0 && (
        <Part
          id="problems"
          tone="text-bad"
          icon={<CircleAlert size={24} aria-hidden="true" />}
          title={t('import.problems', { count: problems.length })}
          hint={t('import.problemsHint')}
        >
          <ol className="grid gap-2">
            {problems.map(({ line, message, excerpt }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the report does not change.
              <Line key={index} line={line} excerpt={excerpt}>
                {message}
              </Line>
            ))}
          </ol>
        </Part>
      )}
      {duplicates.length > 0 && (
        <Part
          id="duplicates"
          tone="text-gold-text"
          icon={<CopyCheck size={24} aria-hidden="true" />}
          title={t('import.duplicates', { count: duplicates.length })}
        >
          <ol className="grid gap-2">
            {duplicates.map(({ line, excerpt, questionId, firstLine }) => (
              <Line key={line} line={line} excerpt={excerpt}>
                {questionId ? (
                  <StudioLink to={questionPath(questionId)} className="font-bold text-primary underline">
                    {t('import.inBank')}
                  </StudioLink>
                ) : (
                  t('import.sameAs', { line: firstLine ?? 0 })
                )}
              </Line>
            ))}
          </ol>
        </Part>
      )}
      {ignored.length > 0 && (
        <p className="flex items-start gap-2.5 rounded-card bg-sunken p-4">
          <Info size={20} className="mt-0.5 flex-none" aria-hidden="true" />
          <span dir="auto">{t('import.ignored', { list: ignored.join(', ') })}</span>
        </p>
      )}
      {created.length > 0 && (
        <Part
          id="created"
          tone="text-good"
          icon={<CircleCheck size={24} aria-hidden="true" />}
          title={t(dryRun ? 'import.ready' : 'import.created', { count: created.length })}
        >
          <ol className="grid gap-2">
            {created.map(({ line, excerpt, type, id }) => (
              <Line key={line} line={line}>
                {id ? (
                  <StudioLink to={questionPath(id)} className="font-bold text-primary underline">
                    {excerpt}
                  </StudioLink>
                ) : (
                  <span className="font-semibold">{excerpt}</span>
                )}
                <span className="ms-2 text-sm text-ink-2">{t(`quiz.type.${type}`)}</span>
              </Line>
            ))}
          </ol>
        </Part>
      )}
    </div>
  )
}

interface PartGiven {
  id: string
  tone: string
  icon: ReactNode
  title: string
  hint?: string
  children: ReactNode
}

function Part({ id, tone, icon, title, hint, children }: PartGiven) {
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className={`flex items-center gap-2.5 text-[20px] ${tone}`}>
        {icon}
        {title}
      </h2>
      {hint && <p className="mt-1.5 text-ink-2">{hint}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a long list, which scrolls by keyboard as well. */}
      <div
        role="group"
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
        tabIndex={0}
        className="mt-4 max-h-96 overflow-y-auto"
      >
        {children}
      </div>
    </Card>
  )
}

interface LineGiven {
  line: number
  excerpt?: string
  children: ReactNode
}

function Line({ line, excerpt, children }: LineGiven) {
  const { t } = useText()
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-line border-t py-2 first:border-t-0 sm:grid-cols-[112px_minmax(0,1fr)]">
      <span className="font-bold text-ink-2">{t('import.line', { line })}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span dir="auto">{children}</span>
        {excerpt && (
          <code dir="auto" className="mt-0.5 block text-sm text-ink-2">
            {excerpt}
          </code>
        )}
      </span>
    </li>
  )
}
