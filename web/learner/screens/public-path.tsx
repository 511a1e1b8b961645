import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { CourseCard } from '../catalogue/course-card.tsx'
import { pathHead } from '../public/page-head.ts'
import { PathPills } from '../public/path-pills.tsx'
import { PublicQuery } from '../public/public-query.tsx'
import { usePageTitle } from '../public/use-page-title.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/paths/$pathId')

/** A learning path for visitors: its courses in their order. */
export default function PublicPath() {
  const { pathId } = route.useParams()
  const query = useApi('GET /public/paths/{id}', { path: { id: pathId } })
  usePageTitle(query.data && pathHead(query.data.data).title)
  return <PublicQuery query={query}>{({ data: path }) => <PathPage path={path} />}</PublicQuery>
}

function PathPage({ path }: { path: Api.PublishedLearningPath }) {
  const { t } = useScreenText()
  return (
    <article data-accent={path.accent}>
      <Link
        to="/paths"
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
        {t('paths.title')}
      </Link>
      <span aria-hidden="true" className="mt-2 block h-1.5 w-16 rounded-full bg-primary" />
      <div className="mt-4 flex flex-wrap gap-2">
        <PathPills path={path} />
      </div>
      <h1 dir="auto" className="mt-3.5 text-[32px] lg:text-[44px]">
        {path.title}
      </h1>
      <p dir="auto" className="mt-3 max-w-2xl text-[18px] text-ink-2">
        {path.description}
      </p>
      {path.skills.length > 0 && (
        <ul className="mt-5 flex flex-wrap gap-2" aria-label={t('course.skills')}>
          {path.skills.map((skill) => (
            <li key={skill}>
              <Pill tone="plain" size="small">
                {skill}
              </Pill>
            </li>
          ))}
        </ul>
      )}
      <h2 className="mt-9 mb-4 text-[22px]">{t('paths.courses', { count: path.courses.length })}</h2>
      <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {path.courses.map((course) => (
          <CourseCard key={course.id} course={course} to="/courses/$courseId" />
        ))}
      </ol>
    </article>
  )
}
