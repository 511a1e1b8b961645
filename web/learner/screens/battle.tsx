import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { refreshUser } from '../../ui/api/refresh-user.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { BattleInProgress } from '../play/battle/battle-in-progress.tsx'
import { BattleResult } from '../play/battle/battle-result.tsx'
import type { BattleEnd } from '../play/battle/battle-state.ts'
import { PlayAgain } from '../play/battle/play-again.tsx'
import { useBattle } from '../play/battle/use-battle.ts'
import { useLingering } from '../play/battle/use-lingering.ts'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/signed-in/play/battle/$roomId')
const LEAVE_MS = 3_000

export default function BattleScreen() {
  const { roomId } = route.useParams()
  return <BattleRoom key={roomId} roomId={roomId} />
}

function BattleRoom({ roomId }: { roomId: string }) {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const { difficulty } = route.useSearch()
  const { data, error, refetch } = useApi('GET /quiz-battles/{roomId}', { path: { roomId } })
  const battle = useBattle(roomId)
  const { state } = battle
  const { isLingering, skip } = useLingering(state)
  const [isLeaving, setLeaving] = useState(false)
  const room = data?.data
  const opponent = state.match?.opponent ?? room?.opponent
  const stakeAmount = state.match?.stakeAmount ?? room?.stakeAmount ?? 0
  const end = state.end ?? (room && storedEnd(room))
  // The server sends the match only while the battle is open.
  const isFresh = state.match !== undefined
  const hasStarted = state.startsAt !== undefined

  useEffect(() => {
    if (state.end && isFresh) void refreshUser()
  }, [state.end, isFresh])
  const hasEnded = state.end !== undefined
  useEffect(() => {
    if (!isLeaving || (hasEnded && hasStarted)) return
    // Without an answer of the server the player leaves as well, and forfeits by absence.
    const timer = setTimeout(() => void navigate({ to: '/play' }), hasEnded ? 0 : LEAVE_MS)
    return () => clearTimeout(timer)
  }, [hasEnded, isLeaving, hasStarted, navigate])
  useEffect(() => {
    if (state.nextRoomId)
      void navigate({ to: '/play/battle/$roomId', params: { roomId: state.nextRoomId }, search: {} })
  }, [state.nextRoomId, navigate])

  if (error && state.rounds.length === 0 && !state.end)
    return (
      <main className="mx-auto max-w-2xl px-5 py-10">
        <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
        <p className="text-center">
          <Link to="/play" className={buttonClass({ variant: 'ghost' })}>
            {t('battle.toPlay')}
          </Link>
        </p>
      </main>
    )
  if (end && !isLingering)
    return (
      <BattleResult
        end={end}
        opponent={opponent}
        rounds={state.rounds}
        isFresh={isFresh}
        isRated={room?.kind === 'QUEUE' && opponent?.isBot === false}
        again={
          isFresh && opponent && (end.reason === 'COMPLETED' || end.reason === 'FORFEIT') ? (
            <PlayAgain
              battle={battle}
              opponent={opponent}
              stakeAmount={stakeAmount}
              difficulty={difficulty}
            />
          ) : null
        }
      />
    )
  return (
    <BattleInProgress
      battle={battle}
      room={room}
      opponent={opponent}
      stakeAmount={stakeAmount}
      isLingering={isLingering}
      onSkip={skip}
      onLeave={() => {
        setLeaving(true)
        battle.forfeit()
      }}
    />
  )
}

/** The stored result. Its questions are gone after some days, so no frame repeats them. */
function storedEnd({
  status,
  result,
  reason,
  scores,
  gemsDelta,
  xpEarned,
  ratingDelta,
}: Api.Battle): BattleEnd | undefined {
  if (status === 'WAITING' || status === 'IN_PROGRESS') return undefined
  return {
    result: result ?? 'DRAW',
    reason: reason ?? 'CANCELLED',
    scores: scores ?? { you: 0, opponent: 0 },
    gemsDelta: gemsDelta ?? 0,
    xpEarned: xpEarned ?? 0,
    ratingDelta: ratingDelta ?? 0,
  }
}
