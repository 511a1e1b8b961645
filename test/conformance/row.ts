import type { World } from './world.ts'

/** One row of the specification, and how it is shown to hold. */
export interface Row {
  /** Its name within the section: an endpoint, a field, a state, a limit. */
  name: string
  /** What is promised, in the words of the document. */
  promise: string
  /** Throws when the promise does not hold. A row without a proof fails. */
  prove?: (world: World) => Promise<void>
  /** The part of the product that has to be there first. Its proof is that it is not. */
  awaits?: string
}

export interface Section {
  title: string
  rows: Row[]
}

/** Rows whose endpoints are not there yet: they fail on the day that they are, so that proofs get written. */
export function awaiting(part: string, prefix: string, rows: [name: string, promise: string][]): Row[] {
  return rows.map(([name, promise]) => ({
    name,
    promise,
    awaits: part,
    prove: async (world) => {
      const paths = Object.keys((await world.document()).paths)
      if (paths.some((path) => path.startsWith(prefix)))
        throw new Error(`${part} is there, so this row needs a proof of its own`)
    },
  }))
}
