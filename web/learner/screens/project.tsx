import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { AppealForm } from '../project/appeal-form.tsx'
import { AssessmentView } from '../project/assessment-view.tsx'
import { ProjectForm } from '../project/project-form.tsx'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/framed/learn/$courseId/project')
const ASSESSMENT_MS = 4_000

/** The capstone project of a course: brief, rubric, the learner's work, its assessment and the appeal. */
export default function ProjectScreen() {
  const { t } = useScreenText()
  const { courseId } = route.useParams()
  const project = useApi('GET /course/{courseId}/project', { path: { courseId } })
  const course = useApi('GET /course/{id}', { path: { id: courseId } })
  const latest = useApi('GET /course/{courseId}/project/submission', { path: { courseId } })
  const isNone = latest.error instanceof LyceumError && latest.error.code === 'SUBMISSION_NOT_FOUND'
  const fault = project.error ?? course.error ?? (isNone ? null : latest.error)
  const submission = isNone ? undefined : latest.data?.data
  const isOpen = submission !== undefined && isBeingAssessed(submission)
  const { refetch } = latest
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void refetch(), ASSESSMENT_MS)
    return () => clearInterval(timer)
  }, [isOpen, refetch])
  const retry = () => void Promise.all([project.refetch(), course.refetch(), latest.refetch()])
  if (fault && !project.data) return <ErrorState fault={fault} level="h1" onRetry={retry} />
  if (!project.data || !course.data || (!latest.data && !isNone))
    return fault ? <ErrorState fault={fault} level="h1" onRetry={retry} /> : <ScreenLoading />
  const attempt = submission && submission.status !== 'DRAFT' ? submission : undefined
  const draft = submission?.status === 'DRAFT' ? submission : (submission?.draft ?? undefined)
  const canWork = attempt === undefined || attempt.status === 'NEEDS_REVISION'
  return (
    <article className="mx-auto max-w-3xl animate-rise">
      <Link
        to="/learn/$courseId"
        params={{ courseId }}
        className="-ms-2 inline-flex min-h-11 items-center rounded-lg px-2 font-bold text-ink-2 hover:text-ink"
      >
        <bdi>{course.data.data.title}</bdi>
      </Link>
      <Brief project={project.data.data} />
      {attempt && <Status submission={attempt} />}
      {attempt?.assessment && <AssessmentView assessment={attempt.assessment} />}
      {attempt && <AppealForm key={attempt.id} submission={attempt} />}
      {canWork &&
        (course.data.data.isEnrolled ? (
          <ProjectForm
            key={attempt?.id ?? 'first'}
            project={project.data.data}
            draft={draft}
            before={attempt}
          />
        ) : (
          <Card className="mt-6">
            <p className="mb-4">{t('project.enrollFirst')}</p>
            <Link to="/learn/$courseId" params={{ courseId }} className={buttonClass({})}>
              {t('course.start')}
            </Link>
          </Card>
        ))}
    </article>
  )
}

/** The status of a submission is `UNDER_REVIEW` while the assessor works, and also while a person does. */
function isBeingAssessed({ status, aiAssessmentStatus }: Api.ProjectSubmission): boolean {
  return status === 'SUBMITTED' || (status === 'UNDER_REVIEW' && aiAssessmentStatus === 'IN_PROGRESS')
}

function Brief({ project }: { project: Api.Project }) {
  const { t } = useScreenText()
  return (
    <>
      <h1 className="mt-2 text-[30px] lg:text-[38px]">
        <bdi>{project.title}</bdi>
      </h1>
      <p className="mt-2 font-semibold text-ink-2">
        {t('reward.xp', { xp: project.xpReward })} · {t('reward.gems', { count: project.gemReward })}
      </p>
      <Markdown text={project.description} className="mt-5" />
      <section aria-labelledby="rubric-title" className="mt-7">
        <h2 id="rubric-title" className="text-[20px]">
          {t('project.rubric')}
        </h2>
        <p className="mt-1 text-[15px] text-ink-2">
          {t('project.pass', { points: project.passingScore, total: project.maxScore })}
        </p>
        <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-surface">
          {project.rubric.map(({ criterion, points }) => (
            <li key={criterion} className="flex items-baseline justify-between gap-4 px-4 py-3">
              <bdi>{criterion}</bdi>
              <span className="flex-none font-bold">{t('project.points', { count: points })}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Status({ submission }: { submission: Api.ProjectSubmission }) {
  const { t, number } = useScreenText()
  const { review, attempt } = submission
  const status = isBeingAssessed(submission) ? 'SUBMITTED' : submission.status
  const look =
    status === 'PASSED'
      ? 'bg-good-soft text-good'
      : status === 'NEEDS_REVISION'
        ? 'bg-gold-soft text-gold-text'
        : 'bg-primary-soft text-primary'
  return (
    <div role="status" className={`mt-7 rounded-card p-4.5 ${look}`}>
      <p className="text-[17px] font-extrabold">{t(`project.status.${status as 'PASSED'}`)}</p>
      <p className="mt-1 text-[15px]">{t('project.attempt', { number: number(attempt ?? 1) })}</p>
      {review && (
        <p className="mt-2 text-[15px]">
          {t('project.review')} <bdi>{review.reason}</bdi>
        </p>
      )}
    </div>
  )
}
