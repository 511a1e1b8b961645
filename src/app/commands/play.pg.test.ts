import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { expectPlainWords, runCommand } from '../../../test/harness/command.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/process.ts'

setDefaultTimeout(120_000)

const PROGRAM = join(import.meta.dir, '../../../test/harness/battle-process.ts')

let database: TestDatabase
let service: ServiceProcess
beforeAll(async () => {
  database = await createTestDatabase()
  // Short, so that the machines need not think for as long as people do.
  const rules = JSON.stringify({ questionMs: 3_000, countdownMs: 200, revealMs: 200 })
  service = await spawnService({ DATABASE_URL: database.url, DEMO_CONTENT: 'on' }, rules, PROGRAM)
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  await database?.drop()
})

const play = (...words: string[]) => runCommand(['play', '--url', service.url, '--auto', ...words])

describe('bun lyceum play', () => {
  test('plays a battle against a bot, and two terminals play one with each other', async () => {
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

  test('says in plain words what is wrong', async () => {
    expectPlainWords(await runCommand(['play', '--url', 'http://127.0.0.1:9', '--auto']), 'bun start')
    expectPlainWords(await play('--as', 'nobody'), 'learner or rival')
    expectPlainWords(await play('--match', '--stake', '5000'), 'not valid')
    expectPlainWords(await runCommand(['play', '--url', service.url, '--as', 'rival']), 'no keyboard')
  })

  test('explains itself', async () => {
    const { code, output } = await runCommand(['play', '--help'])
    expect(code).toBe(0)
    for (const word of ['--match', '--difficulty', '--stake', '--auto', 'keys 1 to 4'])
      expect(output).toContain(word)
  })
})
