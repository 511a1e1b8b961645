import { Lock } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { StudioLink } from '../frame/studio-link.tsx'
import { coursePath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { StatusPill } from './status-pill.tsx'

/** A course in the list. The whole row is the link. */
export function CourseRow({ course }: { course: Api.ListedCourse }) {
  const { t, locale } = useText()
  return (
    <li>
      <StudioLink
        to={coursePath(course.id)}
        data-list-item=""
        className="flex items-center gap-4 rounded-card border border-line bg-surface p-3 pe-5 shadow-card hover:border-ink-3 max-sm:items-start"
      >
        <Cover url={course.coverUrl} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="line-clamp-2 text-[18px] font-extrabold leading-snug tracking-tight">
            {course.title}
          </span>
          <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
            <StatusPill status={course.status} />
            <span>{t('courses.lessons', { count: course.totalLessons })}</span>
            <span>{t('courses.changed', { when: relativeTime(locale, new Date(course.updatedAt)) })}</span>
            {!course.canEdit && (
              <span className="inline-flex items-center gap-1">
                <Lock size={14} aria-hidden="true" />
                {course.origin === 'PACK' ? t('courses.shipped') : t('courses.ofOthers')}
              </span>
            )}
          </span>
        </span>
      </StudioLink>
    </li>
  )
}

/** Decorative, because the title is beside it. */
function Cover({ url }: { url: string | null }) {
  const size = 'aspect-[16/10] w-24 flex-none overflow-hidden rounded-xl sm:w-32'
  if (url)
    return <img src={ownFile(url)} alt="" loading="lazy" className={`bg-sunken object-cover ${size}`} />
  return (
    <span className={`hero grid place-items-center ${size}`}>
      <OwlMark size={30} />
    </span>
  )
}
