import { useEffect, useReducer, useState } from 'react'
import type { Frame, FrameType, Live, LiveState } from '../../../../packages/client/src/live.ts'
import { LyceumError } from '../../../../packages/client/src/lyceum-error.ts'
import { refusals } from '../../../ui/api/lyceum.ts'
import { ServerClock } from '../../../ui/api/server-clock.ts'
import { useLive } from '../../../ui/api/use-live.ts'
import { showToast } from '../../../ui/components/toast.tsx'
import { type BattleState, canAnswer, newBattleState, nextBattleState, phaseOf } from './battle-state.ts'

const FRAMES: FrameType[] = [
  'auth.ok',
  'queue.matched',
  'battle.start',
  'battle.question',
  'battle.answered',
  'battle.roundResult',
  'battle.opponentLeft',
  'battle.opponentBack',
  'battle.end',
  'battle.rematchOffered',
]
/** A frame that a dead connection lost is sent again. */
const RESEND_MS = 3_000

export interface Battle {
  state: BattleState
  clock: ServerClock
  connection: LiveState
  choose: (option: number) => void
  forfeit: () => void
  askRematch: () => void
  /** Continues in this page a battle that another page has taken over, or after a closed connection. */
  playHere: () => void
}

/**
 * Plays a battle over the live channel. Resuming from the first frame works before, during and after the battle: it
 * makes the player ready, or sends everything that has happened.
 */
export function useBattle(roomId: string): Battle {
  const [state, dispatch] = useReducer(nextBattleState, roomId, newBattleState)
  const [clock] = useState(() => new ServerClock())
  const onFrame = (_: unknown, frame: Frame) => {
    clock.observe(frame.ts)
    dispatch({ type: 'frame', frame })
  }
  const channel = useLive((live) => {
    for (const type of FRAMES) live.on(type, onFrame)
    live.on('error', ({ code, message, replyTo }) => {
      if (code === 'BATTLE_ELSEWHERE') return dispatch({ type: 'elsewhere' })
      if (code === 'ALREADY_ANSWERED' || code === 'BATTLE_OVER' || replyTo === 'battle.resume') return
      if (replyTo === 'battle.answer') dispatch({ type: 'answerRefused' })
      if (replyTo === 'battle.rematch') dispatch({ type: 'rematchRefused' })
      const fault = new LyceumError(code, message, { status: 409 })
      void refusals.translate(fault, `${replyTo}`).then(() => showToast(fault.message, 'bad'))
    })
    resume(live, roomId)
  })
  const { live } = channel
  const isOpen = channel.state === 'open'
  const isWaiting = phaseOf(state) === 'waiting' && !state.isElsewhere
  const round = state.rounds.at(-1)
  const unconfirmed = round && round.chosen !== null && !round.isAccepted && !round.result ? round : undefined

  // Before the first frame of the room the client does not know that it must resume after a reconnect.
  useEffect(() => {
    if (!live || !isOpen || !isWaiting) return
    const timer = setInterval(() => resume(live, roomId), RESEND_MS)
    return () => clearInterval(timer)
  }, [live, isOpen, isWaiting, roomId])

  const { questionId, chosen = null } = unconfirmed ?? {}
  useEffect(() => {
    if (!live || !isOpen || questionId === undefined || chosen === null) return
    const answer = () => {
      if (live.state === 'open')
        void live.send('battle.answer', { roomId, questionId, selectedOption: chosen }, roomId)
    }
    answer()
    const timer = setInterval(answer, RESEND_MS)
    return () => clearInterval(timer)
  }, [live, isOpen, questionId, chosen, roomId])

  const sendWhenOpen = (type: 'battle.forfeit' | 'battle.rematch') => {
    if (live && live.state !== 'closed') void live.send(type, { roomId }, roomId)
  }
  return {
    state,
    clock,
    connection: channel.state,
    choose: (option) => {
      if (round && canAnswer(round) && option < round.options.length)
        dispatch({ type: 'chosen', questionId: round.questionId, option })
    },
    forfeit: () => sendWhenOpen('battle.forfeit'),
    askRematch: () => {
      dispatch({ type: 'rematchAsked' })
      sendWhenOpen('battle.rematch')
    },
    playHere: () => {
      dispatch({ type: 'here' })
      if (live && live.state !== 'closed') resume(live, roomId)
      else channel.reopen()
    },
  }
}

function resume(live: Live, roomId: string): void {
  if (live.state !== 'closed') void live.send('battle.resume', { roomId, lastSeq: 0 }, roomId)
}
