import { Link } from '@tanstack/react-router'
import { Route } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { pathsHead } from '../public/page-head.ts'
import { PathPills } from '../public/path-pills.tsx'
import { PublicQuery } from '../public/public-query.tsx'
import { usePageTitle } from '../public/use-page-title.ts'
import { useScreenText } from '../use-text.ts'

export default function Paths() {
  const texts = useScreenText()
  const { t } = texts
  const query = useApi('GET /public/paths')
  usePageTitle(pathsHead(texts).title)
  return (
    <PublicQuery query={query}>
      {({ data: paths }) => (
        <>
          <h1 className="text-[32px] sm:text-[42px]">{t('paths.title')}</h1>
          <p className="mt-2 max-w-2xl text-[17px] text-ink-2">{t('paths.text')}</p>
          {paths.length === 0 ? (
            <EmptyState isStill title={t('today.noCourses')} />
          ) : (
            <ul className="mt-7 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {paths.map((path) => (
                <PathCard key={path.id} path={path} />
              ))}
            </ul>
          )}
        </>
      )}
    </PublicQuery>
  )
}

function PathCard({ path }: { path: Api.PublishedLearningPath }) {
  const { t } = useScreenText()
  return (
    <li data-accent={path.accent}>
      <Link
        to="/paths/$pathId"
        params={{ pathId: path.id }}
        className="relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface p-6 pt-8 shadow-card transition-[border-color,transform] hover:-translate-y-0.5 hover:border-primary"
      >
        <span aria-hidden="true" className="hero absolute inset-x-0 top-0 h-2.5" />
        <span className="mb-4 flex flex-wrap gap-2">
          <PathPills path={path} />
        </span>
        <span dir="auto" className="text-[20px] font-extrabold leading-snug tracking-tight">
          {path.title}
        </span>
        <span dir="auto" className="mt-1.5 text-[15px] text-ink-2">
          {path.description}
        </span>
        <span className="mt-auto flex items-center gap-2 pt-5 text-sm font-semibold text-ink-2">
          <Route size={16} className="text-primary" aria-hidden="true" />
          {t('paths.courses', { count: path.courses.length })}
        </span>
      </Link>
    </li>
  )
}
