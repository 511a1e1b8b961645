import { join } from 'node:path'
import { writesOrLocks } from '../src/platform/db/read-statements.ts'
import { isTestFile, readSources, type Sources } from './check-architecture.ts'
import { reportFindings } from './report-findings.ts'
import { taggedTemplates } from './tagged-templates.ts'

/**
 * Checks that statements that write or lock run through a handle that may write. The name of the handle says so, and its
 * type guarantees it: a `Db` is not assignable to these types, and only `src/platform` creates them.
 */
const WRITABLE_HANDLES = new Map([
  ['tx', 'Tx'],
  ['autocommitDb', 'AutocommitDb'],
  ['writableDb', 'WritableDb'],
  // Of an `OpenTransaction`: migrations, advisory locks of a session, keys.
  ['statement', 'WritableDb'],
])

const READ_HANDLES = 'db|query|pipelinedDb|replicaDb'

/** These files create the handles. */
const CREATORS = new Set([
  'platform/db/database.ts',
  'platform/transaction/run-transaction.ts',
  'platform/transaction/shared-statements.ts',
])

export function findWriteViolations(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    isTestFile(path) ? [] : [...checkStatements(path, text), ...checkTypes(path, text)],
  )
}

function checkStatements(path: string, source: string): string[] {
  return taggedTemplates(source).flatMap(({ tag, text, line }) =>
    !WRITABLE_HANDLES.has(tag.replace('#', '')) && writesOrLocks(text)
      ? [
          `${path}:${line}: ${tag} is for reads, and the statement writes or locks. Use tx of write, or autocommitDb.`,
        ]
      : [],
  )
}

/** A handle with a name for writes has the type for writes, and no cast turns another handle into one. */
function checkTypes(path: string, source: string): string[] {
  if (CREATORS.has(path)) return []
  const names = [...WRITABLE_HANDLES.keys()].join('|')
  const annotated = source.matchAll(new RegExp(`(?<![\\w'"])#?(${names})\\??: (Db|Statement)\\b`, 'g'))
  const renamed = source.matchAll(
    new RegExp(`\\{[^{}]*\\b(${READ_HANDLES}): (${names})\\b[^{}]*\\}(: [\\w<>| ']+)?( =|\\))`, 'g'),
  )
  const assigned = source.matchAll(new RegExp(`\\b(${names}) = [\\w.#]*\\b(${READ_HANDLES})\\b`, 'g'))
  const cast = source.matchAll(/\bas (?:unknown as |never as )?(Tx|AutocommitDb|WritableDb)\b/g)
  return [
    ...[...annotated].map(
      ([found, name]) => `${path}: "${found}" must have the type ${WRITABLE_HANDLES.get(name!)}.`,
    ),
    ...[...renamed, ...assigned].map(
      ([found]) => `${path}: "${found}" gives a read handle a name for writes.`,
    ),
    ...[...cast].map(([found]) => `${path}: "${found}" turns another handle into one that writes.`),
  ]
}

if (import.meta.main) {
  const violations = findWriteViolations(readSources(join(import.meta.dir, '../src')))
  reportFindings(violations, 'All writes use tx or autocommitDb.')
}
