import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readSources } from '../scripts/check-architecture.ts'

const ROOT = join(import.meta.dir, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const modules = readdirSync(join(ROOT, 'src/modules')).sort()
const sources = readSources(join(ROOT, 'src'))
/** Files, and folders with a slash at their end. */
const everyPath = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true }).map(
  (entry) => relative(join(ROOT, 'src'), join(entry.parentPath, entry.name)) + (entry.isFile() ? '' : '/'),
)
const everyTable = new Set(namesIn(read('migrations/schema.sql'), /^create (?:unlogged )?table (\w+)/gim))
const readmes = new Map(modules.map((module) => [module, read(`src/modules/${module}/README.md`)]))

const everyEvent = new Map([...sources.values()].flatMap((text) => [...eventsDeclaredIn(text)]))

/** What these have to do with other modules' tables: reading alone, and said in their README. */
const READS_OF_OTHERS: Record<string, string[]> = {
  profiles: ['leaderboard_hidden_user', 'ledger_balance', 'streak', 'user_account', 'wallet'],
  wallet: ['user_account'],
}

test('every table is one module’s, or the platform’s', () => {
  const owned = modules.flatMap(tablesOf)
  expect([...owned, ...platformTables()].sort()).toEqual([...everyTable].sort())
})

test('statements outside of modules touch only what is the platform’s', () => {
  expect(usedTables('platform/').difference(new Set(platformTables()))).toEqual(new Set())
})

describe.each(modules)('the README of %s', (module) => {
  const readme = readmes.get(module)!

  test('names the tables that its statements touch, and no other', () => {
    const others = new Set(READS_OF_OTHERS[module])
    expect([...usedTables(`modules/${module}/`).difference(others)].sort()).toEqual(tablesOf(module).sort())
  })

  test('names the facts that it tells', () => {
    expect([...new Set(eventsIn(paragraph(readme, 'Facts told')))].sort()).toEqual(emittedBy(module))
  })

  test('names the facts that it hears', () => {
    const handled = paragraph(readme, 'Heard')
    // Where there are many, the README says in which file they are.
    const lists = namesIn(handled, /`([\w/-]+\.ts)`/g).map(
      (file) => sources.get(`modules/${module}/${file}`)!,
    )
    const named = [...eventsIn(handled), ...lists.flatMap((list) => namesIn(list, /'(\w+\.\w+)'/g))]
    expect([...new Set(named)].sort()).toEqual(handledBy(module))
  })

  test('names files that are there', () => {
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

/** What stands after a semicolon is a remark about something that is not a table of its own. */
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
  const statement = /\b(?:from|join|into|update)\s+(?:only\s+)?(\w+)/g
  return new Set(filesOf(folder).flatMap((text) => namesIn(text, statement))).intersection(everyTable)
}

/** What it has declared itself, and what it tells in the name of another module. */
function emittedBy(module: string): string[] {
  const own = eventsDeclaredIn(sources.get(`modules/${module}/events.ts`) ?? '')
  const emitted = filesOf(`modules/${module}/`).flatMap((text) => namesIn(text, /\bemit\(\s*(\w+)\(/g))
  const foreign = emitted.flatMap((constant) => (own.has(constant) ? [] : (everyEvent.get(constant) ?? [])))
  return [...new Set([...own.values(), ...foreign])].sort()
}

/** The names that facts have in the database, by those that they have in the code. */
function eventsDeclaredIn(text: string): Map<string, string> {
  const declared = text.matchAll(/export const (\w+) = defineFact<[\s\S]*?>\(\s*'([^']+)'/g)
  return new Map([...declared].map(([, constant, name]) => [constant!, name!]))
}

/** The names of each import, and from where they come. */
function importsOf(text: string): [names: string[], from: string][] {
  const found = text.matchAll(/import (?:type )?\{([^}]+)\} from '([^']+)'/g)
  return [...found].map(([, names, from]) => [names!.match(/\w+/g)!, from!])
}

/** Who stands in the line of a fact in `app/reactions.ts`, by what is imported there. */
function handledBy(module: string): string[] {
  const table = sources.get('app/reactions.ts')!
  const imported = importsOf(table)
  const isOwn = (from: string) => from.startsWith(`../modules/${module}/`)
  // A list of its own beside the table, such as the erasure handlers, is a part of it.
  const isPartly = (from: string) =>
    from.startsWith('./') && importsOf(sources.get(`app/${from.slice(2)}`)!).some(([, other]) => isOwn(other))
  const own = new Set(imported.flatMap(([names, from]) => (isOwn(from) || isPartly(from) ? names : [])))
  // Two modules may have a fact of the same name, so only those that are imported here are meant.
  const events = new Map(
    imported.flatMap(([, from]) => [...eventsDeclaredIn(sources.get(from.replace('../', '')) ?? '')]),
  )
  for (const [, name, maker] of table.matchAll(/const (\w+) = (\w+)\(/g)) if (own.has(maker!)) own.add(name!)
  const lines = table.split(/\bwhen\(/).slice(1)
  const handled = lines.flatMap((line) => {
    const [event, ...reactions] = line.match(/\w+/g)!
    return reactions.some((word) => word !== event && own.has(word)) ? [events.get(event!)!] : []
  })
  return [...new Set(handled)].sort()
}

/** By its whole path, or below the module by the end of it: a row names a room once. */
function exists(module: string, name: string): boolean {
  const home = `modules/${module}/`
  return everyPath.some(
    (path) => path === name || path === home + name || (path.startsWith(home) && path.endsWith(`/${name}`)),
  )
}
