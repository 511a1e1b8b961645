import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { callOnce } from '../call-once.ts'
import type { BattleSearch, Difficulty } from './battle-search.ts'

export interface Setup {
  topicId: string | undefined
  stakeAmount: number
}

/** Starts battles over HTTP and opens their screen. */
export function useEnterBattle() {
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<unknown>()

  const enter = async (request: () => Promise<{ roomId: string; search: BattleSearch }>) => {
    setPending(true)
    setFault(undefined)
    try {
      const { roomId, search } = await request()
      await navigate({ to: '/play/battle/$roomId', params: { roomId }, search })
    } catch (error) {
      setFault(error)
    } finally {
      setPending(false)
    }
  }
  const startBot = (difficulty: Difficulty, topicId?: string) =>
    enter(async () => {
      const body = { difficulty, ...(topicId ? { topicId } : {}) }
      const { data } = await callOnce('POST /quiz-battles/bot/start', { body })
      return { roomId: data.roomId, search: { difficulty } }
    })
  const createRoom = ({ topicId, stakeAmount }: Setup) =>
    enter(async () => {
      const body = { stakeAmount, ...(topicId ? { topicId } : {}) }
      const { data } = await callOnce('POST /quiz-battles/rooms', { body })
      return { roomId: data.roomId, search: { code: data.roomCode } }
    })
  return { startBot, createRoom, isPending, fault }
}

/** The battle that a user must finish before another one. */
export function runningRoomOf(fault: unknown): string | undefined {
  const roomId = fault instanceof LyceumError ? fault.extra.roomId : undefined
  return typeof roomId === 'string' ? roomId : undefined
}
