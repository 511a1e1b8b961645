import type { ConformanceClient } from './conformance-client.ts'

/** One row of the specification, with its test. */
export interface Row {
  /** Its name within the section: an endpoint, a field, a state, a limit. */
  name: string
  /** The promise, in the words of the specification. */
  promise: string
  /** Throws if the promise is not fulfilled. A row without a test fails. */
  prove?: (client: ConformanceClient) => Promise<void>
}

export interface Section {
  title: string
  rows: Row[]
}
