import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BLOCKS,
  firstLineOf,
  INLINE_COMMANDS,
  inlineCommandsOf,
  type ListedCommand,
  listedCommands,
  PAGES,
  readPage,
  shellBlocksOf,
} from './commands.ts'

const ROOT = join(import.meta.dir, '../..')

test.each(PAGES)('every block of commands in %s is run by a test or a script, or says why not', (page) => {
  const written = shellBlocksOf(page).map(firstLineOf)
  expect([...new Set(written)].sort()).toEqual(Object.keys(BLOCKS[page]!).sort())
  for (const how of Object.values(BLOCKS[page]!))
    if ('runBy' in how) expect([how.runBy, existsSync(join(ROOT, how.runBy))]).toEqual([how.runBy, true])
})

test('every command in the text of docs/operations.md has a test', () => {
  const known = Object.keys(INLINE_COMMANDS)
  const unknown = inlineCommandsOf('docs/operations.md').filter(
    (words) => !known.some((command) => words === command || words.split(' ')[0] === command),
  )
  expect(unknown.filter((words) => !['backup', 'restore'].includes(words.split(' ')[0]!))).toEqual([])
  // The test names the last word of the command.
  for (const [command, file] of Object.entries(INLINE_COMMANDS)) {
    const word = command.split(' ').at(-1)!
    expect([command, readFileSync(join(ROOT, file), 'utf8').includes(word)]).toEqual([command, true])
  }
})

test('every command in the table of docs/operations.md, and every option that it names, is run by a test', async () => {
  const sources: string[] = []
  for await (const path of new Bun.Glob('{src,test}/**/*.test.ts').scan(ROOT))
    sources.push(readFileSync(join(ROOT, path), 'utf8'))
  const commands = listedCommands('docs/operations.md')
  expect(commands.length).toBeGreaterThan(30)
  // The words of a command are strings that follow each other.
  const isRun = ({ words, option }: ListedCommand) => {
    const quoted = words.map((word) => `'${word}'`).join(', ?')
    const call = new RegExp(`[[(] ?${quoted}${option ? `[^\\])]*'${option}'` : '(?=[,\\])])'}`)
    // A file with many runs of one command has a function that adds its first word.
    const short = new RegExp(`run\\('${words.at(-1)}'[^)]*'${option}'`)
    return sources.some(
      (text) => call.test(text) || (option && text.includes(`['${words[0]}', ...args]`) && short.test(text)),
    )
  }
  const notRun = commands.filter((command) => !isRun(command))
  expect(notRun.map(({ words, option = '' }) => `${words.join(' ')} ${option}`.trim())).toEqual([])
})

test('docs/install.md goes from a clone to production, and the README leads to it', () => {
  expect(readPage('docs/install.md')).toContain('From a clone to production')
  expect(readPage('README.md')).toContain('(docs/install.md) goes from a clone to production')
  // The trial runs the blocks of both kinds.
  const trial = readFileSync(join(ROOT, 'scripts/install-trial.sh'), 'utf8')
  for (const start of ["blocks '```sh build'", "blocks '```sh'"]) expect(trial).toContain(start)
})
