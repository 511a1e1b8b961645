import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { COMMAND_LINE } from '../../../test/harness/processes/command-line.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

const PROGRAM = join(import.meta.dir, '../../../test/harness/processes/battle-process.ts')

let database: TestDatabase
let service: ServiceProcess
beforeAll(async () => {
  database = await createTestDatabase()
  // Short times, so that the test does not wait.
  const rules = JSON.stringify({ questionMs: 4_000, countdownMs: 200, revealMs: 200 })
  service = await spawnService({ DATABASE_URL: database.url, DEMO_CONTENT: 'on' }, rules, PROGRAM)
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  await database?.drop()
})

const play = (...words: string[]) => runCommand(['play', '--url', service.url, '--auto', ...words])

/** The terminal flags of line mode: canonical input and echo. */
const LINE_FLAGS = 0o12

/** Runs the game in a pseudo terminal of 80 columns. */
function openTerminal(...words: string[]) {
  const decoder = new TextDecoder()
  let shown = ''
  const terminal = new Bun.Terminal({
    cols: 80,
    rows: 24,
    data: (_, bytes) => {
      shown += decoder.decode(bytes, { stream: true })
    },
  })
  const child = Bun.spawn({
    cmd: [process.execPath, COMMAND_LINE, 'play', '--url', service.url, ...words],
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? '/tmp', LOG_LEVEL: 'warn', TERM: 'xterm' },
    terminal,
  })
  const resize = (columns: number, rows: number) => {
    terminal.resize(columns, rows)
    // The process does not control this terminal, so it gets the signal explicitly.
    child.kill('SIGWINCH')
  }
  return { terminal, resize, exited: child.exited, shown: () => Bun.stripANSI(shown) }
}

describe('bun lyceum play', () => {
  test('play plays a battle against a bot, and two terminals play against each other', async () => {
    const bot = await play('--difficulty', 'hard')
    expect(bot.errors).toBe('')
    expect(bot.code).toBe(0)
    expect(bot.output).toContain('You are learner')
    expect(bot.output).toContain('Minerva (a bot, rating 1800)')
    for (const number of [1, 2, 3, 4, 5]) expect(bot.output).toMatch(new RegExp(`^${number}\\. .+`, 'm'))
    expect(bot.output.match(/you answer [1-4]/g)).toHaveLength(5)
    expect(bot.output).toMatch(/You win!|You lose\.|A draw\./)
    expect(bot.output).toContain('completed')
    expect(bot.output).not.toContain('\x1b')

    const [learner, rival] = await Promise.all([play('--match'), play('--match', '--as', 'rival')])
    expect([learner.code, rival.code, learner.errors, rival.errors]).toEqual([0, 0, '', ''])
    expect(learner.output).toContain('rival (a person')
    expect(rival.output).toContain('learner (a person')
    const score = (output: string) =>
      output
        .match(/^(\d+) : (\d+) {3}completed/m)!
        .slice(1)
        .map(Number)
    expect(score(learner.output)).toEqual(score(rival.output).reverse())
  })

  test('play reads keys from a terminal and restores its mode', async () => {
    const { terminal, shown, exited, resize } = openTerminal('--difficulty', 'easy')
    for (const [round, key] of ['2', 'C'].entries()) {
      const isAsked = () => shown().includes(`\n${round + 1}. `) && /\d\.\d s$/.test(shown())
      await waitUntil(isAsked)
      expect(terminal.localFlags & LINE_FLAGS).toBe(0)
      // An invalid key, a valid key, and the valid key again, which is ignored.
      terminal.write(`8${key}${key}`)
      await waitUntil(() => (shown().match(/The answer is: /g) ?? []).length > round)
      resize(30, 10)
    }
    expect([...shown().matchAll(/you answer (\d)/g)].map(([, response]) => response)).toEqual(['2', '3'])
    expect(shown()).not.toContain('already answered')

    // The clock fits on one line of the narrow terminal.
    const lastLine = () =>
      shown()
        .split(/[\r\n]/)
        .at(-1)!
    await waitUntil(() => shown().includes('\n3. ') && /\d\.\d s$/.test(lastLine()) && lastLine().length < 30)

    terminal.write('\x03')
    expect(await exited).toBe(0)
    // The last output may arrive after the end of the process.
    await waitUntil(() => shown().includes('forfeit'))
    expect(shown()).toContain('You lose.')
    expect(terminal.localFlags & LINE_FLAGS).toBe(LINE_FLAGS)
    terminal.close()
  })

  test('play explains what is wrong', async () => {
    expectReadableError(await runCommand(['play', '--url', 'http://127.0.0.1:9', '--auto']), 'bun start')
    expectReadableError(await play('--as', 'nobody'), 'learner or rival')
    expectReadableError(await play('--match', '--stake', '5000'), 'not valid')
    expectReadableError(await runCommand(['play', '--url', service.url, '--as', 'rival']), 'not a terminal')
  })

  test('play --help lists the options', async () => {
    const { code, output } = await runCommand(['play', '--help'])
    expect(code).toBe(0)
    for (const word of ['--match', '--difficulty', '--stake', '--auto', 'keys 1 to 4'])
      expect(output).toContain(word)
  })
})
