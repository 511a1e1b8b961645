import { useSyncExternalStore } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'

export type SessionState =
  | { status: 'unknown' }
  | { status: 'out' }
  | { status: 'in'; user: Api.Profile }
  /** The browser has a session, but the service did not answer. */
  | { status: 'failed'; fault: unknown }

type Listener = () => void

/** The signed-in user. It changes outside React, for example when another tab signs out. */
class SessionStore {
  #state: SessionState = { status: 'unknown' }
  readonly #listeners = new Set<Listener>()

  get = (): SessionState => this.#state

  set(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Called after an action that changes XP, gems or the streak. */
  updateUser(changes: Partial<Api.Profile>): void {
    if (this.#state.status === 'in') this.set({ status: 'in', user: { ...this.#state.user, ...changes } })
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export const sessionStore = new SessionStore()

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.get)
}

/** For screens that only signed-in users see. */
export function useUser(): Api.Profile {
  const state = useSession()
  if (state.status !== 'in') throw new Error('This screen needs a session.')
  return state.user
}
