import { Lock } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { StatusPill } from '../courses/status-pill.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { pathPath } from '../paths.ts'
import { useText } from '../use-text.ts'

/** A path in the list. The whole row is the link. */
export function PathRow({ path }: { path: Api.EditedLearningPath }) {
  const { t } = useText()
  return (
    <li>
      <StudioLink
        to={pathPath(path.id)}
        data-list-item=""
        className="block rounded-card border border-line bg-surface p-4 shadow-card hover:border-ink-3"
      >
        <span dir="auto" className="line-clamp-2 text-[18px] font-extrabold leading-snug tracking-tight">
          {path.title}
        </span>
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
          <StatusPill status={path.status} />
          <span>{t('paths.courses', { count: path.courseIds.length })}</span>
          <span>{t(`pathKind.${path.kind}`)}</span>
          {!path.canEdit && (
            <span className="inline-flex items-center gap-1">
              <Lock size={14} aria-hidden="true" />
              {path.origin === 'PACK' ? t('courses.shipped') : t('courses.ofOthers')}
            </span>
          )}
        </span>
      </StudioLink>
    </li>
  )
}
