import { getRouteApi, Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { BoltIcon, FlameIcon } from '../../ui/brand/currency-icons.tsx'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Card } from '../../ui/components/card.tsx'
import { useSession } from '../../ui/session/session-store.ts'
import { profileHead } from '../public/page-head.ts'
import { PublicQuery } from '../public/public-query.tsx'
import { usePageTitle } from '../public/use-page-title.ts'
import { ReportButton } from '../report/report-button.tsx'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/u/$username')

/** The profile of a user who published it. */
export default function PublicProfile() {
  const { username } = route.useParams()
  const texts = useScreenText()
  const query = useApi('GET /public/profiles/{username}', { path: { username } })
  usePageTitle(query.data && profileHead(texts, query.data.data).title)
  return <PublicQuery query={query}>{({ data: profile }) => <ProfilePage profile={profile} />}</PublicQuery>
}

function ProfilePage({ profile }: { profile: Api.PublicProfile }) {
  const { t, number, date } = useScreenText()
  const session = useSession()
  return (
    <article className="mx-auto max-w-2xl">
      <div className="flex flex-col items-center text-center">
        <span className="relative grid place-items-center" aria-hidden="true">
          <Laurel size={210} className="text-gold" />
          <img
            src={ownFile(profile.avatarUrl)}
            alt=""
            width={112}
            height={112}
            className="absolute size-28 rounded-full bg-primary-soft object-cover"
          />
        </span>
        <h1 className="mt-3 max-w-full text-[32px] [overflow-wrap:anywhere]">{profile.username}</h1>
        <p className="mt-1 text-ink-2">
          {t('me.since', {
            date: date(new Date(`${profile.memberSince}-15`), { month: 'long', year: 'numeric' }),
          })}
        </p>
        {profile.bio && (
          <p className="mt-4 max-w-lg text-[17px] [overflow-wrap:anywhere]">
            <bdi>{profile.bio}</bdi>
          </p>
        )}
      </div>
      <dl className="mt-8 grid grid-cols-3 gap-3 text-center">
        <Figure label={t('publicProfile.level')}>{number(profile.level)}</Figure>
        <Figure label={t('summary.xp')}>
          <BoltIcon size={20} />
          {number(profile.totalXP)}
        </Figure>
        <Figure label={t('me.longest')}>
          <FlameIcon size={20} />
          {number(profile.longestStreak)}
        </Figure>
      </dl>
      <Card as="section" className="mt-6" aria-labelledby="completed-title">
        <h2 id="completed-title" className="text-[18px]">
          {t('publicProfile.completed')}
        </h2>
        {profile.completedCourses.length === 0 ? (
          <p className="mt-2 text-ink-2">{t('publicProfile.noneCompleted')}</p>
        ) : (
          <ul className="mt-2">
            {profile.completedCourses.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to="/courses/$courseId"
                  params={{ courseId: id }}
                  className="flex min-h-11 items-center gap-3 font-bold hover:text-primary"
                >
                  <BookOpen size={18} aria-hidden="true" />
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {session.status === 'in' && session.user.id !== profile.userId && (
        <p className="mt-4 text-center">
          <ReportButton kind="USER" targetId={profile.userId} />
        </p>
      )}
    </article>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse items-center justify-end gap-1 rounded-card border border-line bg-surface px-2 py-4">
      <dt className="text-[13px] font-bold text-ink-2">{label}</dt>
      <dd className="flex items-center gap-1.5 text-[24px] font-extrabold leading-none text-gold-text">
        {children}
      </dd>
    </div>
  )
}
