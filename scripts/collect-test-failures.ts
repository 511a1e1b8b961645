const MAX_LINES_PER_FAILURE = 60

export interface TestFailures {
  /** The output of each failed test. */
  texts: string[]
  /** The runner's own count. It includes files that did not load, which its report leaves out. */
  count: number
}

/**
 * Forwards the output of the test runner and collects the output of each failed test, which is hard to find
 * in a long log.
 */
export async function collectTestFailures(output: ReadableStream<Uint8Array>): Promise<TestFailures> {
  const failures: string[] = []
  let count = 0
  const decoder = new TextDecoder()
  let recentLines: string[] = []
  let rest = ''
  for await (const bytes of output) {
    process.stderr.write(bytes)
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      count = Number(line.match(/^ *(\d+) fail$/)?.[1] ?? count)
      if (/^\(fail\)/.test(line))
        failures.push([...recentLines.slice(-MAX_LINES_PER_FAILURE), line].join('\n'))
      // The runner repeats the names at its end, without output before them.
      if (/^\((pass|fail|skip|todo)\)|^\S+\.test\.ts:$|tests? failed:$/.test(line)) recentLines = []
      else recentLines.push(line)
    }
  }
  return { texts: failures.filter((failure) => failure.includes('\n')), count }
}
