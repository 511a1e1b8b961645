import { useEffect, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { refreshUser } from '../../../ui/api/refresh-user.ts'
import { useApi } from '../../../ui/api/use-api.ts'
import { useLive } from '../../../ui/api/use-live.ts'

export interface Ranking {
  entries: Api.ContestLeaderboardEntry[]
  total: number
}

const SHOWN = 10

/** The ranking of a contest over the live channel; over HTTP while there is no connection. */
export function useRanking(contestId: string, status: Api.Contest['status']) {
  const [board, setBoard] = useState<Api.ReceivedFrames['contest.leaderboard']>()
  const { state } = useLive((live) => {
    live.on('contest.leaderboard', (frame) => {
      if (frame.contestId === contestId) setBoard(frame)
    })
    void live.send('contest.subscribe', { contestId })
  })
  const boardStatus = board?.status
  // The contest has started, ended or paid its prizes since the screen has read it.
  useEffect(() => {
    if (boardStatus !== undefined && boardStatus !== status) void refreshUser()
  }, [boardStatus, status])
  const isLive = state === 'open' && board !== undefined
  const stored = useApi(
    'GET /user/contests/{id}/leaderboard',
    { path: { id: contestId }, query: { limit: SHOWN } },
    { enabled: !isLive && state !== 'connecting' },
  )
  const ranking: Ranking | undefined = isLive
    ? { entries: board.entries, total: board.total }
    : stored.data && { entries: stored.data.data.entries, total: stored.data.data.total }
  return { ranking, isLive, error: isLive ? null : stored.error, refetch: stored.refetch }
}
