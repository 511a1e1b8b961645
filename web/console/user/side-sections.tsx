import { useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { DifferenceList } from '../audit/difference-list.tsx'
import { EntryTexts } from '../audit/entry-texts.tsx'
import { undoOf } from '../audit/undo.ts'
import { UndoButton } from '../audit/undo-button.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { Tag } from '../panel/tag.tsx'
import { Ago } from '../panel/time.tsx'
import { AUDIT_PATH, userPath } from '../paths.ts'
import { useScreenText, useText } from '../use-text.ts'
import type { Overview } from './overview.ts'
import { ListLink, Nothing, ROW, Section } from './section.tsx'
import { SectionPages } from './section-pages.tsx'

interface Given {
  overview: Overview
}

/** How many rows of each section come with the page of the user. */
const LIMIT = { sessions: 10, enrollments: 20, members: 10 }

/** What staff did with this user, newest first. Administrators have the whole log. */
export function AuditSection({ overview: { user, audit } }: Given) {
  const { t } = useScreenText()
  const { role } = useUser()
  // What was changed since cannot be undone any more.
  const undoable = audit.find((entry) => undoOf(entry))
  return (
    <Section
      title={t('audit.title')}
      end={
        role === 'ADMIN' && <ListLink to={AUDIT_PATH} search={{ user: user.id }} text={t('section.all')} />
      }
    >
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
                  <bdi className="[overflow-wrap:anywhere]">
                    {entry.actorName ?? t(`role.${entry.actorRole}`)}
                  </bdi>{' '}
                  · <Ago at={entry.at} />
                </span>
              </span>
              <DifferenceList before={entry.before} after={entry.after} />
              <EntryTexts texts={entry.details} />
              {entry === undoable && <UndoButton entry={entry} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The courses of the user with their progress, the newest first. */
export function LearningSection({ overview: { user, learning } }: Given) {
  const { t } = useText()
  const [page, setPage] = useState(1)
  const more = useApi(
    'GET /admin/users/{id}/enrollments',
    { path: { id: user.id }, query: { page, limit: LIMIT.enrollments } },
    { enabled: page > 1, keepPrevious: true },
  )
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
      <SectionPages
        first={learning.enrollments}
        limit={LIMIT.enrollments}
        page={page}
        onPage={setPage}
        more={more}
        none={t('learning.none')}
      >
        {(courses) => (
          <ul>
            {courses.map((course) => (
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
      </SectionPages>
    </Section>
  )
}

/** Where the user is or was signed in. */
export function SessionsSection({ overview: { user, sessions } }: Given) {
  const { t } = useText()
  const [page, setPage] = useState(1)
  const more = useApi(
    'GET /admin/users/{id}/sessions',
    { path: { id: user.id }, query: { page, limit: LIMIT.sessions } },
    { enabled: page > 1, keepPrevious: true },
  )
  return (
    <Section title={t('sessions.title')}>
      <SectionPages
        first={sessions}
        limit={LIMIT.sessions}
        page={page}
        onPage={setPage}
        more={more}
        none={t('sessions.none')}
      >
        {(rows) => (
          <ul>
            {rows.map((session) => (
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
      </SectionPages>
    </Section>
  )
}

/** The devices that get notifications. */
export function DevicesSection({ overview: { devices } }: Given) {
  const { t } = useScreenText()
  return (
    <Section title={t('devices.title')}>
      {devices.length === 0 ? (
        <Nothing>{t('devices.none')}</Nothing>
      ) : (
        <ul>
          {devices.map((device) => (
            <li key={device.id} className={`flex items-center justify-between gap-3 ${ROW}`}>
              <span className="font-semibold">{t(`devices.${device.platform}`)}</span>
              <span className="text-sm text-ink-2">
                {t('devices.seen')} <Ago at={device.lastSeenAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Who invited the user, whom the user invited, and what the bonuses were. */
export function ReferralsSection({ overview: { user, referrals } }: Given) {
  const { t, number } = useScreenText()
  const { invited, active, rewarded } = referrals.members
  const [page, setPage] = useState(1)
  const members = useApi(
    'GET /admin/users/{id}/referrals',
    { path: { id: user.id }, query: { page, limit: LIMIT.members } },
    { enabled: invited > 0, keepPrevious: true },
  )
  return (
    <Section
      title={t('referrals.title')}
      end={
        referrals.code && (
          <code dir="ltr" className="text-sm text-ink-2">
            {referrals.code}
          </code>
        )
      }
    >
      <div className="grid gap-1.5 border-line border-b px-4 py-3 text-[15px] last:border-b-0">
        <p>
          {referrals.referredBy ? (
            <ConsoleLink
              to={userPath(referrals.referredBy)}
              className="inline-flex min-h-8 items-center font-semibold text-primary underline underline-offset-3"
            >
              {t('referrals.by')}
            </ConsoleLink>
          ) : (
            t('referrals.byNobody')
          )}
        </p>
        <p className="text-ink-2 tabular-nums">
          {t('referrals.counts', { invited, active, rewarded })}
          {invited > 0 &&
            ` ${t('referrals.earned', { gems: number(referrals.gemsEarned), xp: number(referrals.xpEarned) })}`}
        </p>
      </div>
      {invited > 0 && (
        <SectionPages
          first={undefined}
          limit={LIMIT.members}
          page={page}
          onPage={setPage}
          more={members}
          none={t('referrals.none')}
        >
          {(rows) => (
            <ul>
              {rows.map((member) => (
                <li key={member.userId} className={`flex items-center justify-between gap-3 ${ROW}`}>
                  <span className="min-w-0">
                    {member.username === null ? (
                      <span className="text-ink-2">{t('referrals.deleted')}</span>
                    ) : (
                      <ConsoleLink
                        to={userPath(member.userId)}
                        className="block break-all font-semibold text-primary underline underline-offset-3"
                      >
                        {member.username}
                      </ConsoleLink>
                    )}
                    <span className="text-sm text-ink-2">
                      <Ago at={member.joinedAt} />
                    </span>
                  </span>
                  <Tag tone={member.bonus === 'PAID' ? 'good' : 'plain'}>
                    {t(`referrals.bonus.${member.bonus ?? 'NONE'}`)}
                  </Tag>
                </li>
              ))}
            </ul>
          )}
        </SectionPages>
      )}
    </Section>
  )
}
