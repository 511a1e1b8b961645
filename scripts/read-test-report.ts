export interface TestReport {
  passed: number
  failed: number
  skipped: number
  /** Paths from the root. A file that did not load is in no report. */
  failedFiles: string[]
  failedTests: string[]
  /** The duration of each file. */
  seconds: Map<string, number>
}

/** Reads a JUnit report of the test runner. */
export function readTestReport(xml: string): TestReport {
  const total = xml.match(/<testsuites [^>]*>/)?.[0] ?? ''
  const count = (name: string) => Number(total.match(new RegExp(`${name}="(\\d+)"`))?.[1] ?? 0)
  const [tests, failed, skipped] = [count('tests'), count('failures') + count('errors'), count('skipped')]
  const failures = Array.from(
    xml.matchAll(/<testcase name="([^"]*)"[^>]* file="([^"]+)"[^>]*>\s*<(?:failure|error)/g),
    ([, name, file]) => ({ name: decodeEntities(name!), file: decodeEntities(file!) }),
  )
  return {
    passed: tests - failed - skipped,
    failed,
    skipped,
    failedFiles: Array.from(new Set(failures.map(({ file }) => file))),
    failedTests: failures.map(({ name, file }) => `${file}: ${name}`),
    seconds: new Map(
      Array.from(
        xml.matchAll(/<testsuite name="([^"]+)" file="\1"[^>]* time="([\d.]+)"/g),
        ([, file, seconds]) => [decodeEntities(file!), Number(seconds)],
      ),
    ),
  }
}

const ENTITIES: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }

function decodeEntities(text: string): string {
  return text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
