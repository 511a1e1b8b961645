import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useText } from '../use-text.ts'
import { useNumbers } from './use-numbers.ts'

/** The numbers of the whole course, each with what it counts. */
export function Summary({ stats }: { stats: Api.CourseStats }) {
  const { t } = useText()
  const { number, share, decimal } = useNumbers()
  const { learners, test, submissions, certificates } = stats
  const submitted = Object.values(submissions).reduce((sum, count) => sum + count, 0)
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name={t('figures.enrolled')}
        value={number(learners.enrolled)}
        note={t('figures.enrolledText')}
      />
      <Figure name={t('figures.started')} value={number(learners.started)} note={t('figures.startedText')} />
      <Figure
        name={t('figures.completed')}
        value={number(learners.completed)}
        note={
          learners.completedShare === null
            ? t('figures.completedFew')
            : t('figures.completedText', { share: share(learners.completedShare) })
        }
      />
      <Figure
        name={t('figures.daysToComplete')}
        value={decimal(learners.medianDaysToComplete)}
        note={t('figures.daysToCompleteText')}
      />
      <Figure
        name={t('figures.test')}
        value={number(test.submitted)}
        note={
          test.medianScore === null
            ? t('figures.testFew', { passed: number(test.passed) })
            : t('figures.testText', {
                passed: number(test.passed),
                share: share(test.passedShare),
                score: decimal(test.medianScore),
              })
        }
      />
      <Figure
        name={t('figures.projects')}
        value={number(submitted)}
        note={t('figures.projectsText', {
          passed: number(submissions.PASSED),
          waiting: number(submissions.SUBMITTED + submissions.UNDER_REVIEW),
        })}
      />
      <Figure
        name={t('figures.certificates')}
        value={number(certificates.issued)}
        note={t('figures.certificatesText', { revoked: number(certificates.revoked) })}
      />
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 shadow-card">
      <dt className="text-[15px] font-bold text-ink-2">{name}</dt>
      <dd>
        <span className="block text-[28px] font-extrabold tabular-nums leading-tight">{value}</span>
        <span className="mt-1 block text-sm text-ink-2">{note}</span>
      </dd>
    </div>
  )
}
