import { Link } from '@tanstack/react-router'
import { Crown, Flag } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'
import { CourseRow } from './course-row.tsx'
import { listStops, type PathStops } from './list-stops.ts'
import { SkippedCourses } from './skipped-courses.tsx'

interface Given {
  roadmap: Api.Roadmap
  /** Without links, the learner stays on the screen. */
  hasLinks: boolean
}

/**
 * The way to a goal: the paths, foundations first, the courses of each in their order, and at the end the
 * goal, if they lead to it.
 */
export function RoadmapPaths({ roadmap, hasLinks }: Given) {
  const { t } = useScreenText()
  const { foundations, specializations } = listStops(roadmap)
  return (
    <div className="grid gap-8">
      <PathGroups title={t('roadmap.foundations')} paths={foundations} hasLinks={hasLinks} />
      <PathGroups title={t('roadmap.specializations')} paths={specializations} hasLinks={hasLinks} />
      {roadmap.isMatched && (
        <p className="flex items-center gap-4 rounded-card bg-gold-soft p-4 font-bold text-gold-text">
          <Flag size={22} className="flex-none" aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {t('roadmap.goal')} <bdi>{roadmap.careerGoal}</bdi>
          </span>
        </p>
      )}
      <SkippedCourses courses={roadmap.skippedCourses} hasLinks={hasLinks} />
    </div>
  )
}

interface GroupsGiven {
  title: string
  paths: PathStops[]
  hasLinks: boolean
}

function PathGroups({ title, paths, hasLinks }: GroupsGiven) {
  if (paths.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-[20px]">{title}</h2>
      <ol className="grid gap-7">
        {paths.map((path) => (
          <li key={path.id} data-accent={path.accent}>
            <PathGroup path={path} hasLinks={hasLinks} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function PathGroup({ path, hasLinks }: { path: PathStops; hasLinks: boolean }) {
  const { t } = useScreenText()
  return (
    <>
      <div className="rounded-card border-primary border-s-[6px] bg-primary-soft px-4 py-3.5">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-[17px] leading-snug">
          {hasLinks ? (
            <Link
              to="/learn/paths/$pathId"
              params={{ pathId: path.id }}
              className="inline-flex min-h-8 items-center text-primary underline underline-offset-4 [overflow-wrap:anywhere] hover:no-underline"
            >
              <bdi>{path.title}</bdi>
            </Link>
          ) : (
            <bdi className="[overflow-wrap:anywhere]">{path.title}</bdi>
          )}
          {path.isCompleted && (
            <Pill tone="good" size="small">
              {t('course.completed')}
            </Pill>
          )}
          {path.isPremium && (
            <Pill tone="gold" size="small">
              <Crown size={14} aria-hidden="true" />
              {t('course.premium')}
            </Pill>
          )}
        </h3>
        <p className="mt-1 text-[15px] text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{path.reason}</bdi>
        </p>
      </div>
      {path.courses.length > 0 ? (
        <ol start={path.courses[0]!.number} className="mt-3.5 grid gap-3.5">
          {path.courses.map((stop) => (
            <CourseRow key={stop.id} stop={stop} hasLinks={hasLinks} />
          ))}
        </ol>
      ) : (
        <p className="mt-3 px-4 text-[15px] text-ink-2">
          {path.isMastered ? t('roadmap.mastered') : t('roadmap.covered')}
        </p>
      )}
    </>
  )
}
