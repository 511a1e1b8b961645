import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { DifferenceList } from '../audit/difference-list.tsx'
import { EntryTexts } from '../audit/entry-texts.tsx'
import { Tag } from '../panel/tag.tsx'
import { Ago } from '../panel/time.tsx'
import { useScreenText, useText } from '../use-text.ts'
import type { Overview } from './overview.ts'
import { Nothing, ROW, Section } from './section.tsx'

interface Given {
  overview: Overview
}

/** What staff did with this user, newest first. */
export function AuditSection({ overview: { audit } }: Given) {
  const { t } = useScreenText()
  return (
    <Section title={t('audit.title')}>
      {audit.length === 0 ? (
        <Nothing>{t('audit.noneOfUser')}</Nothing>
      ) : (
        <ul>
          {audit.map((entry) => (
            <li key={entry.id} className={`grid gap-1.5 ${ROW}`}>
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-bold leading-snug">
                  {t(`act.${entry.act}`)}{' '}
                  <code dir="ltr" className="text-[13px] font-normal text-ink-2">
                    {entry.act}
                  </code>
                </span>
                <span className="text-sm text-ink-2">
                  {t(`role.${entry.actorRole}`)} · <Ago at={entry.at} />
                </span>
              </span>
              <DifferenceList before={entry.before} after={entry.after} />
              <EntryTexts texts={entry.details} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The newest courses of the user with their progress. */
export function LearningSection({ overview: { learning } }: Given) {
  const { t } = useText()
  return (
    <Section
      title={t('learning.title')}
      end={
        learning.lastLearningDay && (
          <span className="text-sm text-ink-2">
            {t('learning.lastDay', { day: learning.lastLearningDay })}
          </span>
        )
      }
    >
      {learning.enrollments.length === 0 ? (
        <Nothing>{t('learning.none')}</Nothing>
      ) : (
        <ul>
          {learning.enrollments.map((course) => (
            <li key={course.courseId} className={ROW}>
              <span className="flex items-baseline justify-between gap-3">
                <span dir="auto" className="min-w-0 break-words font-semibold">
                  {course.title}
                </span>
                <span className="whitespace-nowrap text-sm text-ink-2 tabular-nums">
                  {t('learning.lessons', { done: course.completedLessons, total: course.totalLessons })}
                </span>
              </span>
              <ProgressBar
                size="thin"
                tone={course.completedAt ? 'good' : 'primary'}
                label={course.title}
                value={(course.completedLessons / Math.max(1, course.totalLessons)) * 100}
                className="mt-2"
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Where the user is or was signed in. */
export function SessionsSection({ overview: { sessions } }: Given) {
  const { t } = useText()
  return (
    <Section title={t('sessions.title')}>
      {sessions.length === 0 ? (
        <Nothing>{t('sessions.none')}</Nothing>
      ) : (
        <ul>
          {sessions.map((session) => (
            <li key={session.id} className={`flex items-center justify-between gap-3 ${ROW}`}>
              <span className="min-w-0">
                <span dir="auto" className="line-clamp-1 break-all text-[15px] font-semibold">
                  {session.userAgent ?? t('sessions.unknown')}
                </span>
                <span className="text-sm text-ink-2">
                  <bdi>{session.network ?? '–'}</bdi> · <Ago at={session.lastUsedAt} />
                </span>
              </span>
              {session.revokedAt ? (
                <Tag tone="plain">{t('sessions.ended')}</Tag>
              ) : (
                <Tag tone="good">{t('user.active')}</Tag>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
