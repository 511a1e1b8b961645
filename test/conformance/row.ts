import type { World } from './world.ts'

/** One row of the specification, and how it is shown to hold. */
export interface Row {
  /** Its name within the section: an endpoint, a field, a state, a limit. */
  name: string
  /** What is promised, in the words of the document. */
  promise: string
  /** Throws when the promise does not hold. A row without a proof fails. */
  prove?: (world: World) => Promise<void>
  /** The part of the product that has to be there first. */
  awaits?: string
}

export interface Section {
  title: string
  rows: Row[]
}

/** Sections of a part that is still being built. They say so as long as none of its endpoints is there. */
export function awaiting(part: string, path: string, paths: string[], sections: Section[]): Section[] {
  if (paths.includes(path)) return sections
  return sections.map((section) => ({
    ...section,
    rows: section.rows.map(({ name, promise }) => ({
      name,
      promise,
      awaits: part,
      prove: async (world) => {
        if ((await world.document()).paths[path])
          throw new Error(`${part} is there: this row needs its proof`)
      },
    })),
  }))
}
