import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { StudioLink } from '../frame/studio-link.tsx'
import { coursePath, lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'

/** The places that use a medium, with links to those that the studio can open. */
export function MediumUses({ uses }: { uses: readonly Api.MediumUse[] }) {
  const { t } = useText()
  if (uses.length === 0) return <p className="text-ink-2">{t('medium.unused')}</p>
  return (
    <ul className="grid gap-1">
      {uses.map((use) => (
        <li key={`${use.kind}-${use.id}-${use.slide}`}>
          <Use use={use} />
        </li>
      ))}
    </ul>
  )
}

function Use({ use }: { use: Api.MediumUse }) {
  const { t } = useText()
  const { kind, id, courseId, slide } = use
  const look = 'flex min-h-11 items-center font-bold'
  const isCourse = kind === 'COURSE' || kind === 'COURSE_COVER'
  const lesson = useApi('GET /admin/lessons/{id}', { path: { id } }, { enabled: kind === 'LESSON' })
  const course = useApi('GET /admin/courses/{id}', { path: { id } }, { enabled: isCourse })
  const title = lesson.data?.data.title ?? course.data?.data.title ?? ''
  const text = t(`use.${kind}`, { title, slide: slide ?? 0 })
  const to = isCourse ? coursePath(id) : kind === 'LESSON' && courseId ? lessonPath(courseId, id) : undefined
  if (!to) return <span className={look}>{text}</span>
  return (
    <StudioLink to={to} hash={slide ? `slide-${slide}` : ''} className={`${look} text-primary underline`}>
      {text}
    </StudioLink>
  )
}
