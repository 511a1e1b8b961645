import { stopStartedProcesses } from './start-process.ts'

/** Runs a benchmark. An interruption stops all its processes, cleans up, and ends with 130. */
export async function interruptible<Result>(run: () => Promise<Result>): Promise<Result> {
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    // Without its servers the current step fails soon and is cleaned up like any other failure.
    void stopStartedProcesses()
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    return await run()
  } catch (error) {
    if (!interrupted) throw error
    console.error('Interrupted.')
    process.exit(130)
  }
}
