import { useDeferredValue } from 'react'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { PHONE } from '../lesson/preview/preview-pane.tsx'
import { useText } from '../use-text.ts'
import { type ProjectFields, pointsOf } from './project-fields.ts'

/** The brief and the rubric as a learner sees them on a phone. */
export function ProjectPreview({ fields }: { fields: ProjectFields }) {
  const { t } = useText()
  const shown = useDeferredValue(fields)
  const { total, passing } = pointsOf(shown)
  return (
    <section aria-label={t('lesson.preview')} className={PHONE}>
      {/* A keyboard scrolls it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the part that scrolls needs the focus for that. */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-6">
        <p dir="auto" className="break-words text-[28px] font-extrabold leading-tight">
          {shown.title}
        </p>
        <p className="mt-2 font-semibold text-ink-2">
          {t('reward.xp', { xp: Number(shown.xpReward) || 0 })} ·{' '}
          {t('project.gems', { count: Number(shown.gemReward) || 0 })}
        </p>
        <Markdown text={shown.description} className="mt-5" />
        <p className="mt-7 text-[20px] font-extrabold">{t('project.assessed')}</p>
        <p className="mt-1 text-[15px] text-ink-2">{t('project.pass', { points: passing, total })}</p>
        <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-surface">
          {shown.rubric.map(({ criterion, points }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: criteria are known by their position.
            <li key={index} className="flex items-baseline justify-between gap-4 px-4 py-3">
              <bdi className="min-w-0 break-words">{criterion || '…'}</bdi>
              <span className="flex-none font-bold">
                {t('review.points', { count: Number(points) || 0 })}
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-6 text-[15px] font-bold">{t('project.submitBy')}</p>
        <p className="mt-1 text-ink-2">
          {shown.allowedSubmissionTypes.map((type) => t(`submissionType.${type}`)).join(', ') || '…'}
        </p>
      </div>
    </section>
  )
}
