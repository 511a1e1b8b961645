export interface Finding {
  /** What was checked. */
  name: string
  state: 'ok' | 'warning' | 'failing'
  message: string
  /** What to do about it. */
  action?: string
}

export interface Check {
  name: string
  /** Throws, or returns what it found. */
  run: () => Promise<Outcome | Outcome[]> | Outcome | Outcome[]
  /** What to do if `run` throws. */
  action: string
}

type Outcome = Omit<Finding, 'name'>

export const ok = (message: string): Outcome => ({ state: 'ok', message })
export const warning = (message: string, action: string): Outcome => ({ state: 'warning', message, action })
export const failing = (message: string, action: string): Outcome => ({ state: 'failing', message, action })
