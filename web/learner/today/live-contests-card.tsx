import { Link } from '@tanstack/react-router'
import { useApi } from '../../ui/api/use-api.ts'
import { ContestCard } from '../play/contest/contest-card.tsx'
import { useScreenText } from '../use-text.ts'

const SHOWN = 2

/** The contests that run now and that the learner has not finished. It shows nothing while it loads or fails: it is an addition. */
export default function LiveContestsCard() {
  const { t } = useScreenText()
  const { data } = useApi('GET /user/contests', { query: { limit: 20 } })
  const open = (data?.data.items ?? [])
    .filter(({ status, userStatus }) => status === 'LIVE' && !userStatus.hasCompleted)
    .toSorted((one, other) => one.endsAt.localeCompare(other.endsAt))
  if (open.length === 0) return null
  return (
    <section aria-labelledby="live-contests" data-momentary="">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id="live-contests" className="text-[20px]">
          {t('today.liveContests')}
        </h2>
        <Link to="/play/contests" className="rounded-lg py-2 font-bold text-primary">
          {t('play.allContests')}
        </Link>
      </div>
      <ul className="grid grid-cols-1 gap-3">
        {open.slice(0, SHOWN).map((contest) => (
          <ContestCard key={contest.id} contest={contest} />
        ))}
      </ul>
    </section>
  )
}
