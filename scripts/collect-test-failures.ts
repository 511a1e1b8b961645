const MAX_LINES_PER_FAILURE = 60

/**
 * Passes the runner's words on, and keeps what it said of each test that failed: among two thousand lines nobody
 * finds them, and a log that is cut keeps its end.
 */
export async function collectTestFailures(output: ReadableStream<Uint8Array>): Promise<string[]> {
  const failures: string[] = []
  const decoder = new TextDecoder()
  let recentLines: string[] = []
  let rest = ''
  for await (const bytes of output) {
    process.stderr.write(bytes)
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (/^\(fail\)/.test(line))
        failures.push([...recentLines.slice(-MAX_LINES_PER_FAILURE), line].join('\n'))
      // The runner repeats the names at its end; by then nothing was said before them.
      if (/^\((pass|fail|skip|todo)\)|^\S+\.test\.ts:$|tests? failed:$/.test(line)) recentLines = []
      else recentLines.push(line)
    }
  }
  return failures.filter((failure) => failure.includes('\n'))
}
