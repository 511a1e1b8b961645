import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Avatar } from '../../../ui/components/avatar.tsx'
import { useUser } from '../../../ui/session/session-store.ts'
import { useScreenText } from '../../use-text.ts'

interface Given {
  opponent: Api.BattleOpponent | null | undefined
  scores: { you: number; opponent: number }
  isOpponentAway: boolean
  children: ReactNode
}

/** Both players with their points, and the time between them. */
export function Scoreboard({ opponent, scores, isOpponentAway, children }: Given) {
  const { t, number } = useScreenText()
  const user = useUser()
  const total = scores.you + scores.opponent
  const share = total === 0 ? 50 : Math.min(92, Math.max(8, (100 * scores.you) / total))
  return (
    <section aria-label={t('battle.scores')} className="mx-auto w-full max-w-3xl px-5 pt-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3">
        <Player
          name={user.username}
          url={user.profileImageUrl}
          points={number(scores.you)}
          look="text-primary"
        />
        {children}
        <Player
          name={opponent?.username ?? '…'}
          url={opponent?.avatarUrl ?? null}
          points={number(scores.opponent)}
          look="text-gold-text"
          isEnd
          isAway={isOpponentAway}
        />
      </div>
      <div aria-hidden="true" className="mt-3.5 flex h-2 gap-1">
        <span
          className="rounded-full bg-primary transition-[width] duration-500"
          style={{ width: `${share}%` }}
        />
        <span className="flex-1 rounded-full bg-gold" />
      </div>
    </section>
  )
}

interface PlayerGiven {
  name: string
  url: string | null
  points: string
  look: string
  isEnd?: boolean
  isAway?: boolean
}

function Player({ name, url, points, look, isEnd = false, isAway = false }: PlayerGiven) {
  return (
    <div className={`min-w-0 ${isEnd ? 'text-end' : ''}`}>
      <span className={`flex items-center gap-3 ${isEnd ? 'flex-row-reverse' : ''}`}>
        <span className="relative">
          <Avatar name={name} url={url} size={46} />
          {isAway && (
            <span className="absolute -end-1 -bottom-1 grid size-6 place-items-center rounded-full bg-bad text-on-bad">
              <WifiOff size={14} strokeWidth={3} aria-hidden="true" />
            </span>
          )}
        </span>
        <span className={`text-[24px] leading-tight font-extrabold tabular-nums ${look}`}>{points}</span>
      </span>
      <span className="mt-1.5 block truncate text-[15px] font-bold">
        <bdi>{name}</bdi>
      </span>
    </div>
  )
}
