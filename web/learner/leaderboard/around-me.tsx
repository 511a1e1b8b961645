import { useApi } from '../../ui/api/use-api.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import type { Period } from './period.ts'
import { RankRow } from './rank-row.tsx'

const RADIUS = 3

/** The learners around the own rank, if it is below the shown part of the board. It shows nothing while it loads. */
export function AroundMe({ period }: { period: Period }) {
  const { t } = useScreenText()
  const { id: myId } = useUser()
  const { data } = useApi('GET /leaderboard/around-me', { query: { period, radius: RADIUS } })
  if (!data) return null
  return (
    <section aria-labelledby="around-me" className="mt-6">
      <h2 id="around-me" className="mb-3 text-[18px]">
        {t('leaderboard.aroundMe')}
      </h2>
      <ol className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {data.data.entries.map((entry) => (
          <RankRow key={entry.userId} entry={entry} isMe={entry.userId === myId} />
        ))}
      </ol>
    </section>
  )
}
