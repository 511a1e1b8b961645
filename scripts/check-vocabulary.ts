import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportFindings } from './report-findings.ts'

/** Rejects identifiers and file names that contain a word which docs/glossary.md replaces by another. */

/** Forbidden word → what to write instead. A word is a part of a camelCase, PascalCase or kebab-case name. */
export const FORBIDDEN_WORDS: Record<string, string> = {
  absences: 'hidden users',
  anew: 'again, or nothing',
  deed: 'request or operation',
  deeds: 'requests or operations',
  fact: 'event',
  facts: 'events',
  farewell: 'erasure',
  farewells: 'erasure handlers',
  fate: 'kill point, outcome',
  gather: 'batcher',
  hear: 'on…, handle',
  heard: 'received, handled',
  held: 'cached, locked, reserved',
  hold: 'lock, shareLock, reserve, escrow',
  keeper: 'registry',
  letter: 'mail, email',
  letters: 'email templates',
  mend: 'fix, repair',
  naive: 'unsafe control',
  nemesis: 'chaos',
  newcomer: 'new user',
  owe: 'enqueue, pending',
  owed: 'pending, due',
  permits: 'semaphore',
  postman: 'mail sender',
  prune: 'retention',
  reckon: 'compute',
  stranger: 'anonymous client, other user',
  strangers: 'pending connections, anonymous clients',
  surroundings: 'deps, environment',
  tally: 'counter, stats',
  tallies: 'stats',
  tidy: 'retention',
  told: 'sent, emitted, notified',
  twin: 'unsafe control',
  untold: 'unsent, unfinalized',
  vain: 'ineffective',
  whoever: 'user, caller, client',
}

/** Fixed by the API or the personal data export, or the standard term "dead letter". */
const ALLOWED = new Set(['DEAD_LETTER_QUEUE', 'absences', 'deadLetter', 'lyceum_jobs_dead_letters'])

const CODE_FILE = /^(?:src|test|scripts|bench|packages|contracts|web)\/.*\.tsx?$/
const SKIPPED = /^bench\/peers\/|^packages\/client\/src\/generated(-methods)?\.ts$|^scripts\/check-vocabulary/

export function findForbiddenWords(path: string, text: string): string[] {
  if (!CODE_FILE.test(path) || SKIPPED.test(path)) return []
  const inPath = path.split('/').flatMap((part) => complaints(part.replace(/\..*$/, ''), path))
  const identifiers = new Set(withoutTexts(text).match(/[A-Za-z_$][\w$]*/g) ?? [])
  return [...inPath, ...[...identifiers].flatMap((name) => complaints(name, path))]
}

function complaints(name: string, path: string): string[] {
  if (ALLOWED.has(name)) return []
  return wordsOf(name).flatMap((word) =>
    Object.hasOwn(FORBIDDEN_WORDS, word)
      ? [`${path}: "${name}" contains "${word}". Write: ${FORBIDDEN_WORDS[word]}.`]
      : [],
  )
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())
}

/**
 * Returns the code without comments and the texts of strings and templates; expressions in templates stay.
 */
function withoutTexts(code: string): string {
  // The spaces around a template separate its expressions from the tag.
  const token = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g
  return code.replace(token, (text) =>
    text.startsWith('`')
      ? ` ${[...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' ')} `
      : ' ',
  )
}

if (import.meta.main) {
  const root = join(import.meta.dir, '..')
  const listed = Bun.spawnSync(['git', 'ls-files', '-co', '--exclude-standard'], { cwd: root })
  const paths = listed.stdout
    .toString()
    .split('\n')
    .filter((path) => CODE_FILE.test(path))
  const found = paths.flatMap((path) => {
    const file = join(root, path)
    try {
      return findForbiddenWords(path, readFileSync(file, 'utf8'))
    } catch {
      return [] // The file is deleted but the deletion is not committed.
    }
  })
  reportFindings(found, 'No forbidden words.', `${found.length} forbidden words. See docs/glossary.md.`)
}
