import type { ConformanceClient } from './conformance-client.ts'

/** One row of the specification, and how it is shown to hold. */
export interface Row {
  /** Its name within the section: an endpoint, a field, a state, a limit. */
  name: string
  /** What is promised, in the words of the document. */
  promise: string
  /** Throws when the promise does not hold. A row without a proof fails. */
  prove?: (client: ConformanceClient) => Promise<void>
}

export interface Section {
  title: string
  rows: Row[]
}
