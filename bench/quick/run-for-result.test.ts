import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForResult } from './run-for-result.ts'

/** Runs a command that may write the file, which exists from an earlier run. */
async function runBesideOldResult(write: string | undefined, exitCode: number) {
  const folder = await mkdtemp(join(tmpdir(), 'quick-'))
  try {
    const path = join(folder, 'read.partial.json')
    await Bun.write(path, '{"run":"old"}')
    const writing = write === undefined ? '' : `echo '{"run":"${write}"}' > "$0"; `
    return await runForResult<{ run: string }>(['sh', '-c', `${writing}exit ${exitCode}`, path], path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('a run of a quick check', () => {
  test('returns its own result, also if a goal was missed', async () => {
    expect(await runBesideOldResult('new', 0)).toEqual({ run: 'new' })
    expect(await runBesideOldResult('new', 1)).toEqual({ run: 'new' })
  })

  test('that writes no result is a failure and not the result of an earlier run', async () => {
    await expect(runBesideOldResult(undefined, 1)).rejects.toThrow('nothing was measured')
    await expect(runBesideOldResult(undefined, 0)).rejects.toThrow('nothing was measured')
  })

  test('that crashes is a failure, whatever it wrote', async () => {
    await expect(runBesideOldResult('half', 3)).rejects.toThrow('ended with 3')
  })
})
