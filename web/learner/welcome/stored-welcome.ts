/** The steps of the welcome, in their order. */
export const WELCOME_STEPS = ['goal', 'roadmap', 'target', 'region'] as const
export type WelcomeStep = (typeof WELCOME_STEPS)[number]

/** What this device knows of a user's welcome, so that it goes on after a reload or another day. */
export interface StoredWelcome {
  step: WelcomeStep
  /** The typed goal, until it is sent. */
  goal: string
  isDone: boolean
}

const BEGINNING: StoredWelcome = { step: 'goal', goal: '', isDone: false }
const keyOf = (userId: string) => `lyceum.welcome.${userId}`

export const isWelcomeStep = (value: unknown): value is WelcomeStep =>
  WELCOME_STEPS.includes(value as WelcomeStep)

export function readWelcome(userId: string): StoredWelcome {
  try {
    const stored = { ...BEGINNING, ...JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') }
    return isWelcomeStep(stored.step) && typeof stored.goal === 'string' ? stored : BEGINNING
  } catch {
    return BEGINNING
  }
}

export function storeWelcome(userId: string, changes: Partial<StoredWelcome>): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...readWelcome(userId), ...changes }))
  } catch {
    // A full or forbidden storage only means that the welcome starts again.
  }
}
