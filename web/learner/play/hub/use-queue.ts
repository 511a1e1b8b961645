import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../../packages/client/src/lyceum-error.ts'
import { lyceum, refusals } from '../../../ui/api/lyceum.ts'
import { refreshUser } from '../../../ui/api/refresh-user.ts'
import { useLive } from '../../../ui/api/use-live.ts'
import type { Setup } from '../use-enter-battle.ts'

export type QueueState =
  | { name: 'idle'; fault?: unknown }
  | { name: 'searching'; setup: Setup; since: number; timeoutSeconds: number; ticket?: string }
  | { name: 'timedOut'; setup: Setup }

type Match = Api.ReceivedFrames['queue.matched']

const CHECK_MS = 3_000
const DEFAULT_TIMEOUT_SECONDS = 30

/** The queue of this user. It survives a reload, because the server sends the status on connect. */
export function useQueue() {
  const navigate = useNavigate()
  const [state, setState] = useState<QueueState>({ name: 'idle' })
  const [running, setRunning] = useState<Match>()

  const open = (roomId: string) =>
    void navigate({ to: '/play/battle/$roomId', params: { roomId }, search: {} })
  const onMatched = useEffectEvent((match: Match) =>
    state.name === 'searching' ? open(match.roomId) : setRunning(match),
  )
  const onStatus = useEffectEvent((status: Api.ReceivedFrames['queue.status']) => {
    const setup =
      state.name === 'idle' ? { topicId: undefined, stakeAmount: status.stakeAmount } : state.setup
    if (status.status === 'QUEUED')
      setState({
        name: 'searching',
        setup,
        since: Date.now() - status.waitedSeconds * 1000,
        timeoutSeconds: status.matchmakingTimeoutSeconds,
        ticket: status.queueTicket,
      })
    else if (status.status === 'TIMED_OUT') setState({ name: 'timedOut', setup })
    else if (status.status === 'CANCELLED') setState({ name: 'idle' })
    else if (status.roomId) open(status.roomId)
    if (setup.stakeAmount > 0) void refreshUser()
  })
  const onTimeout = useEffectEvent(() => {
    if (state.name === 'searching') setState({ name: 'timedOut', setup: state.setup })
    void refreshUser()
  })
  const {
    live,
    state: connection,
    reopen,
  } = useLive((opened) => {
    opened.on('queue.status', onStatus)
    opened.on('queue.matched', onMatched)
    opened.on('queue.timeout', onTimeout)
    opened.on('error', ({ code, message, replyTo, ...extra }) => {
      if (replyTo !== 'queue.join') return
      const fault = new LyceumError(code, message, { status: 409, extra })
      void refusals.translate(fault, replyTo).then(() => setState({ name: 'idle', fault }))
    })
  })

  const join = (setup: Setup) => {
    setState({ name: 'searching', setup, since: Date.now(), timeoutSeconds: DEFAULT_TIMEOUT_SECONDS })
    const { topicId, stakeAmount } = setup
    if (connection === 'closed') reopen()
    else if (live) void live.send('queue.join', { stakeAmount, ...(topicId ? { topicId } : {}) })
  }
  const cancel = () => {
    setState({ name: 'idle' })
    if (live && live.state !== 'closed') void live.send('queue.cancel', {})
  }

  // Frames into a dead connection are lost: joining again returns the same ticket, and a ticket can be read.
  const check = useEffectEvent(async () => {
    if (state.name !== 'searching' || live?.state !== 'open') return
    if (state.ticket === undefined) return join(state.setup)
    if (Date.now() - state.since < state.timeoutSeconds * 1000) return
    const path = { ticket: state.ticket }
    const found = await lyceum.call('GET /quiz-battles/queue/{ticket}', { path }).catch(() => undefined)
    if (found?.data.roomId) open(found.data.roomId)
    else if (found?.data.status === 'TIMED_OUT') onTimeout()
  })
  const isSearching = state.name === 'searching'
  useEffect(() => {
    if (!isSearching) return
    // The code of the battle is loaded before the opponent is found.
    import('../../screens/battle.tsx').catch(() => undefined)
    const timer = setInterval(() => void check(), CHECK_MS)
    return () => clearInterval(timer)
  }, [isSearching])

  const isConnected = connection === 'open' || connection === 'connecting'
  return { state, isConnected, running, join, cancel, reset: () => setState({ name: 'idle' }) }
}
