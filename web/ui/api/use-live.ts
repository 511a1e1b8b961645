import { useEffect, useEffectEvent, useState } from 'react'
import type { Live, LiveState } from '../../../packages/client/src/live.ts'
import { loadLive, openLive } from './live.ts'

// A screen with a live channel needs its code soon.
void loadLive()

export interface LiveChannel {
  live: Live | undefined
  /** `connecting` only before the first connection. */
  state: LiveState
  /** Opens a new channel after the state `closed`. */
  reopen: () => void
}

/** Opens the live channel while the component is shown. `subscribe` runs before the first frame arrives. */
export function useLive(subscribe: (live: Live) => void): LiveChannel {
  const [live, setLive] = useState<Live>()
  const [state, setState] = useState<LiveState>('connecting')
  const [attempt, setAttempt] = useState(0)
  const onOpened = useEffectEvent(subscribe)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens a new channel.
  useEffect(() => {
    let isOver = false
    let close = () => {}
    setState('connecting')
    openLive().then(
      (opened) => {
        if (isOver) return opened.close()
        // Between two attempts to reconnect the connection is still lost.
        const unsubscribe = opened.onState((next) =>
          setState((before) => (next === 'connecting' && before === 'waiting' ? before : next)),
        )
        close = () => {
          unsubscribe()
          opened.close()
        }
        onOpened(opened)
        setLive(opened)
        setState(opened.state)
      },
      () => !isOver && setState('closed'),
    )
    return () => {
      isOver = true
      close()
    }
  }, [attempt])
  return { live, state, reopen: () => setAttempt((before) => before + 1) }
}
