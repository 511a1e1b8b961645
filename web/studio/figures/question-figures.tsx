import { CircleAlert } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { Pager } from '../frame/pager.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { lessonPath, questionPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { Bar } from './bar.tsx'
import { DownloadButton } from './download-button.tsx'
import { flagsOf } from './flag-question.ts'
import { useNumbers } from './use-numbers.ts'

const LIMIT = 20

interface Given {
  courseId: string
  page: number
  onPage: (page: number) => void
}

/** What the answers of learners say about each question of the course. */
export function QuestionFigures({ courseId, page, onPage }: Given) {
  const { t } = useText()
  const given = { path: { id: courseId }, query: { page, limit: LIMIT } }
  const { data, error, refetch } = useApi('GET /admin/courses/{id}/question-figures', given, {
    keepPrevious: true,
  })
  return (
    <section aria-labelledby="questions">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="questions" className="text-[24px]">
            {t('nav.questions')}
          </h2>
          <p className="mt-1 text-ink-2">{t('figures.questionsText')}</p>
        </div>
        {data && data.meta.total > 0 && (
          <DownloadButton
            path={`/admin/courses/${courseId}/question-figures`}
            query={{ page, limit: LIMIT, format: 'csv' }}
            label={t('figures.questionsCsv')}
          />
        )}
      </div>
      <div className="mt-4">
        {error ? (
          <ErrorState fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className="grid gap-3">
            <LoadingNote />
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </div>
        ) : data.data.length === 0 ? (
          <p className="rounded-card bg-sunken p-5 text-ink-2">{t('figures.noQuestions')}</p>
        ) : (
          <>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {data.data.map((figures) => (
                <QuestionCard key={figures.questionId} courseId={courseId} figures={figures} />
              ))}
            </ul>
            <Pager page={page} limit={LIMIT} total={data.meta.total} onPage={onPage} />
          </>
        )}
      </div>
    </section>
  )
}

function QuestionCard({ courseId, figures }: { courseId: string; figures: Api.CourseQuestionStats }) {
  const { t } = useText()
  const { number, share, decimal, duration } = useNumbers()
  const { questionId, lessonId, lessonTitle, prompt, answers, correctShare, options } = figures
  const flags = flagsOf(figures)
  return (
    <Card as="li">
      <h3 dir="auto" className="text-[17px] leading-snug">
        <StudioLink to={questionPath(questionId)} data-list-item="" className="hover:underline">
          <InlineMarkdown text={prompt} />
        </StudioLink>
      </h3>
      <p className="mt-1 text-sm text-ink-2">
        {lessonId ? (
          <StudioLink to={lessonPath(courseId, lessonId)} className="underline">
            {lessonTitle}
          </StudioLink>
        ) : (
          t('figures.ofTest')
        )}
        {` · ${t(`quiz.type.${figures.type}`)}`}
      </p>
      {flags.length > 0 && (
        <ul className="mt-3 grid gap-1.5">
          {flags.map((flag) => (
            <li
              key={flag}
              className="flex items-start gap-2.5 rounded-control bg-gold-soft px-3.5 py-2.5 font-semibold text-gold-text"
            >
              <CircleAlert size={20} className="mt-0.5 flex-none" aria-hidden="true" />
              {t(`flag.${flag}`)}
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-3 grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
        <NamedNumber name={t('figures.answers')} value={number(answers)} />
        <NamedNumber name={t('figures.right')} value={share(correctShare)} />
        <NamedNumber name={t('figures.rating')} value={decimal(figures.difficultyRating, 0)} />
        <NamedNumber name={t('figures.discrimination')} value={decimal(figures.discrimination, 2)} />
        <NamedNumber name={t('figures.answerTime')} value={duration(figures.medianSeconds)} />
      </dl>
      {options?.some((option) => option.share !== null) && <Options options={options} />}
    </Card>
  )
}

function NamedNumber({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-[19px] font-extrabold tabular-nums">{value}</dd>
    </div>
  )
}

/** How many chose each option in their first answer in a lesson. */
function Options({ options }: { options: NonNullable<Api.CourseQuestionStats['options']> }) {
  const { t } = useText()
  const { share } = useNumbers()
  return (
    <ul aria-label={t('figures.options')} className="mt-4 grid gap-2.5 border-line border-t pt-4">
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options are known by their position.
        <li key={index}>
          <p className="mb-1 flex gap-3 text-[15px]">
            <span dir="auto" className="min-w-0 flex-1">
              <InlineMarkdown text={option.text} />
              {option.isCorrect && (
                <span className="font-bold text-good">{` · ${t('figures.rightOption')}`}</span>
              )}
            </span>
            <span className="flex-none font-bold tabular-nums">{share(option.share)}</span>
          </p>
          <Bar share={option.share ?? 0} tone={option.isCorrect ? 'good' : 'plain'} />
        </li>
      ))}
    </ul>
  )
}
