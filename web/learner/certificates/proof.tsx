import { BadgeCheck, Clock, Hammer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'

/** What a certificate proves: the passed course test with its skills, the passed project, and the study time. */
export function Proof({ certificate }: { certificate: Api.Certificate }) {
  const { t, percent, date } = useScreenText()
  const { verified, project, courseMinutes } = certificate
  if (!verified && !project && courseMinutes === 0) return null
  return (
    <Card>
      {verified && (
        <p className="mb-3 flex items-center gap-2.5 font-extrabold text-good">
          <BadgeCheck size={24} aria-hidden="true" />
          {t('certificates.verified')}
        </p>
      )}
      <ul className="grid gap-2.5 text-[15px]">
        {verified && (
          <Detail icon={<BadgeCheck size={20} aria-hidden="true" />}>
            {t('certificates.verifiedText', {
              share: percent(verified.score),
              date: date(new Date(verified.passedAt), { dateStyle: 'long' }),
            })}
          </Detail>
        )}
        {project && (
          <Detail icon={<Hammer size={20} aria-hidden="true" />}>
            {project.percentage === null
              ? t('certificates.project', { title: project.title })
              : t('certificates.projectScore', { title: project.title, share: percent(project.percentage) })}
          </Detail>
        )}
        {courseMinutes > 0 && (
          <Detail icon={<Clock size={20} aria-hidden="true" />}>
            {t('certificates.hours', { hours: Math.ceil(courseMinutes / 30) / 2 })}
          </Detail>
        )}
      </ul>
      {verified && verified.skills.length > 0 && (
        <ul aria-label={t('course.skills')} className="mt-3.5 flex flex-wrap gap-2">
          {verified.skills.map((skill) => (
            <li key={skill}>
              <Pill tone="plain" size="small">
                <bdi>{skill}</bdi>
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Detail({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span className="flex-none text-ink-3">{icon}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  )
}
