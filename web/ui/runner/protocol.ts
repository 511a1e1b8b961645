/** The messages between the page, the sandbox frame and the worker that runs the code of a learner. */

export interface Job {
  code: string
  /** SQL that creates the tables. */
  setup?: string | undefined
  /** SQLite, for SQL. */
  wasm?: ArrayBuffer | undefined
}

export type RunOutput =
  | { type: 'line'; text: string; isError: boolean }
  | { type: 'table'; columns: string[]; rows: string[][]; isCut: boolean }
  /** The code failed, in this line if the engine names one. */
  | { type: 'error'; text: string; line: number | undefined }
  /** Further output is left out. */
  | { type: 'cut' }

export type WorkerMessage = RunOutput | { type: 'started' } | { type: 'done' }

/** The frame adds that it has ended a worker that took too long. */
export type FrameMessage = WorkerMessage | { type: 'loaded' } | { type: 'timeout' }

/** What the page sends with a port, on which the frame answers. Without a source it asks whether the frame is there. */
export interface FrameRequest {
  source?: string
  job?: Job
}
