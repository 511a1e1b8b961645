import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isTestFile, readSources } from '../scripts/check-architecture.ts'

const ROOT = join(import.meta.dir, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const modules = readdirSync(join(ROOT, 'src/modules')).sort()
const sources = new Map([...readSources(join(ROOT, 'src'))].filter(([path]) => !isTestFile(path)))
/** Files, and folders with a trailing slash. */
const everyPath = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true }).map(
  (entry) => relative(join(ROOT, 'src'), join(entry.parentPath, entry.name)) + (entry.isFile() ? '' : '/'),
)
const everyTable = new Set(namesIn(read('migrations/schema.sql'), /^create (?:unlogged )?table (\w+)/gim))
const readmes = new Map(modules.map((module) => [module, read(`src/modules/${module}/README.md`)]))

/** Event names by the constants that define them. */
const everyEvent = new Map([...sources.values()].flatMap((text) => [...eventsDefinedIn(text)]))

/** Tables of other modules that a module reads; its README says so. */
const READS_OF_OTHERS: Record<string, string[]> = {
  profiles: ['leaderboard_hidden_user', 'ledger_balance', 'streak', 'user_account', 'wallet'],
  progress: ['course', 'learning_path', 'learning_path_course', 'lesson'],
  sessions: ['user_account'],
  wallet: ['user_account'],
}

/**
 * Tables of other modules that a module writes: authoring, the exchange of content, schedules, the question bank for many
 * questions, and the rules of course tests.
 */
const WRITES_OF_OTHERS: Record<string, string[]> = {
  authoring: [
    'catalog_version',
    'category',
    'course',
    'learning_path',
    'learning_path_course',
    'lesson',
    'question',
    'replaced_publication',
    'topic',
  ],
  'content-exchange': [
    'category',
    'course',
    'learning_path',
    'learning_path_course',
    'lesson',
    'medium',
    'question',
    'topic',
  ],
  publishing: ['change_note', 'course', 'lesson'],
  'question-bank': ['question', 'topic'],
  'test-pools': ['course', 'question'],
}

test('every table belongs to exactly one module or to the platform', () => {
  const owned = modules.flatMap(tablesOf)
  expect([...owned, ...platformTables()].sort()).toEqual([...everyTable].sort())
})

test('statements of the platform use only tables of the platform', () => {
  expect(usedTables('platform/').difference(new Set(platformTables()))).toEqual(new Set())
})

test('every event has a handler in app/reactions.ts', () => {
  const handled = new Set(reactions().map(([event]) => event))
  expect([...everyEvent.values()].filter((event) => !handled.has(event))).toEqual([])
})

describe.each(modules)('the README of %s', (module) => {
  const readme = readmes.get(module)!

  test('the README names exactly the tables that the statements of its module use', () => {
    const others = new Set([...(READS_OF_OTHERS[module] ?? []), ...(WRITES_OF_OTHERS[module] ?? [])])
    expect([...usedTables(`modules/${module}/`).difference(others)].sort()).toEqual(tablesOf(module).sort())
  })

  test('the README names the events that its module emits', () => {
    expect([...new Set(eventsIn(paragraph(readme, 'Events emitted')))].sort()).toEqual(emittedBy(module))
  })

  test('the README names the events that its module handles', () => {
    const handled = paragraph(readme, 'Events handled')
    // A long list is in a file that the README names.
    const lists = namesIn(handled, /`([\w/-]+\.ts)`/g).map(
      (file) => sources.get(`modules/${module}/${file}`)!,
    )
    const named = [...eventsIn(handled), ...lists.flatMap((list) => namesIn(list, /'(\w+\.\w+)'/g))]
    expect([...new Set(named)].sort()).toEqual(handledBy(module))
  })

  test('the README names only files that exist', () => {
    const missing = namesIn(readme, /`([\w./-]+(?:\.ts|\/))`/g).filter((name) => !exists(module, name))
    expect(missing).toEqual([])
  })
})

/** From a bold word to the next one, or to the end of the paragraph. */
function paragraph(text: string, title: string): string {
  return new RegExp(`\\*\\*${title}[.:]\\*\\*([\\s\\S]*?)(?=\\*\\*|\\n\\n|$)`).exec(text)?.[1] ?? ''
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!)
}

function eventsIn(text: string): string[] {
  return namesIn(text, /`(\w+\.\w+)`/g).filter((name) => !name.endsWith('.ts'))
}

/** Text after a semicolon is a remark about tables of other modules. */
function tablesOf(module: string): string[] {
  const [own] = paragraph(readmes.get(module)!, 'Tables').split('; ', 1)
  return namesIn(own!, /`(\w+)`/g).filter((name) => everyTable.has(name))
}

function platformTables(): string[] {
  return namesIn(paragraph(read('ARCHITECTURE.md'), 'Tables of the platform'), /`(\w+)`/g)
}

function filesOf(folder: string): string[] {
  return [...sources].flatMap(([path, text]) => (path.startsWith(folder) ? [text] : []))
}

function usedTables(folder: string): Set<string> {
  // Statements, and declarations such as retention rules.
  const statement = /(?:\b(?:from|join|into|update)\s+(?:only\s+)?|\btable: ')(\w+)/g
  return new Set(filesOf(folder).flatMap((text) => namesIn(text, statement))).intersection(everyTable)
}

function emittedBy(module: string): string[] {
  const constants = filesOf(`modules/${module}/`).flatMap((text) => namesIn(text, /\bemit\(\s*(\w+)\(/g))
  return [...new Set(constants.flatMap((constant) => everyEvent.get(constant) ?? []))].sort()
}

function eventsDefinedIn(text: string): Map<string, string> {
  const defined = text.matchAll(/export const (\w+) = defineEvent<[\s\S]*?>\(\s*'([^']+)'/g)
  return new Map([...defined].map(([, constant, name]) => [constant!, name!]))
}

/** The names of each import, and their file. */
function importsOf(text: string): [names: string[], from: string][] {
  const found = text.matchAll(/import (?:type )?\{([^}]+)\} from '([^']+)'/g)
  return [...found].map(([, names, from]) => [names!.match(/\w+/g)!, from!])
}

/** Each reaction of `app/reactions.ts`: the name of its event, and the other words in it. */
function reactions(): [event: string, words: string[]][] {
  const lines = sources
    .get('app/reactions.ts')!
    .split(/\bon\(/)
    .slice(1)
  return lines.map((line) => {
    const [event, ...words] = line.match(/\w+/g)!
    return [everyEvent.get(event!)!, words.filter((word) => word !== event)]
  })
}

/** Handlers are imported into `app/reactions.ts`, or into a list beside it such as `account-erasure.ts`. */
function handledBy(module: string): string[] {
  const table = sources.get('app/reactions.ts')!
  const isOwn = (from: string) => from.startsWith(`../modules/${module}/`)
  const isOwnList = (from: string) =>
    from.startsWith('./') && importsOf(sources.get(`app/${from.slice(2)}`)!).some(([, other]) => isOwn(other))
  const own = new Set(
    importsOf(table).flatMap(([names, from]) => (isOwn(from) || isOwnList(from) ? names : [])),
  )
  for (const [, name, maker] of table.matchAll(/const (\w+) = (\w+)\(/g)) if (own.has(maker!)) own.add(name!)
  const handled = reactions().flatMap(([event, words]) =>
    words.some((word) => own.has(word)) ? [event] : [],
  )
  return [...new Set(handled)].sort()
}

/** A README may name a file by its full path, or by the end of its path below the module. */
function exists(module: string, name: string): boolean {
  if (/^(web|packages|scripts|migrations|test)\//.test(name)) return existsSync(join(ROOT, name))
  const home = `modules/${module}/`
  return everyPath.some(
    (path) =>
      path === name.replace(/^src\//, '') ||
      path === home + name ||
      (path.startsWith(home) && path.endsWith(`/${name}`)),
  )
}
