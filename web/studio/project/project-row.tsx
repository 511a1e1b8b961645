import { Lock } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { StatusPill } from '../courses/status-pill.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { projectPath } from '../paths.ts'
import { useText } from '../use-text.ts'

/** A project in the list. The whole row is the link. */
export function ProjectRow({ project }: { project: Api.EditedCapstone }) {
  const { t } = useText()
  return (
    <li>
      <StudioLink
        to={projectPath(project.id)}
        data-list-item=""
        className="block rounded-card border border-line bg-surface p-4 shadow-card hover:border-ink-3"
      >
        <span dir="auto" className="line-clamp-2 text-[18px] font-extrabold leading-snug tracking-tight">
          {project.title}
        </span>
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
          <StatusPill status={project.status} />
          <bdi>{project.courseTitle}</bdi>
          <span>{t('projects.criteria', { count: project.rubric.length })}</span>
          {!project.canEdit && (
            <span className="inline-flex items-center gap-1">
              <Lock size={14} aria-hidden="true" />
              {project.origin === 'PACK' ? t('courses.shipped') : t('courses.ofOthers')}
            </span>
          )}
        </span>
      </StudioLink>
    </li>
  )
}
