import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue, Message } from '../web/ui/i18n/catalogue.ts'
import { LOCALES } from '../web/ui/i18n/locales.ts'
import { reportFindings } from './report-findings.ts'

/**
 * Compares the texts of the web applications with their use: each exists in every language, and each is used.
 */

const WEB = join(import.meta.dir, '../web')
const SOURCE_LOCALE = 'en'
/** A language needs a form for every plural category of these numbers. */
const COUNTED_TO = 200

export interface AppTexts {
  app: string
  /** By locale, without the texts that applications share. */
  catalogues: Record<string, Catalogue>
  /** The sources of the application's own files. */
  sources: string[]
}

export function messageFaults({ app, catalogues, sources }: AppTexts): string[] {
  const source = catalogues[SOURCE_LOCALE]!
  const uses = usesIn(sources)
  return [
    ...Object.keys(source)
      .filter((key) => !uses.keys.has(key) && !uses.prefixes.some((prefix) => key.startsWith(prefix)))
      .map((key) => `${app}: "${key}" is not used.`),
    ...Object.entries(catalogues).flatMap(([locale, catalogue]) => [
      ...Object.keys(source)
        .filter((key) => !(key in catalogue))
        .map((key) => `${app}/${locale}: "${key}" is missing.`),
      ...Object.entries(catalogue).flatMap(([key, message]) =>
        key in source
          ? formFaults(locale, source[key]!, message).map((fault) => `${app}/${locale}: "${key}" ${fault}.`)
          : [`${app}/${locale}: "${key}" is not in ${SOURCE_LOCALE}.`],
      ),
    ]),
  ]
}

/** Keys that occur in the sources completely, and the prefixes of keys that are built: `level.${…}`. */
function usesIn(sources: string[]): { keys: Set<string>; prefixes: string[] } {
  const text = sources.join('\n')
  const keys = [...text.matchAll(/['"]([a-z]\w*(?:\.\w+)+)['"]/g)].map((found) => found[1]!)
  const prefixes = [...text.matchAll(/`([a-z]\w*\.(?:\w+\.)*)\$\{/g)].map((found) => found[1]!)
  return { keys: new Set(keys), prefixes }
}

function formFaults(locale: string, source: Message, message: Message): string[] {
  const faults: string[] = []
  const wanted = placeholdersOf(typeof source === 'string' ? source : source.other)
  const forms = typeof message === 'string' ? { other: message } : message
  if (placeholdersOf(forms.other) !== wanted) faults.push(`has other placeholders than ${wanted || 'none'}`)
  if (Object.values(forms).some((form) => form.trim() === '')) faults.push('is empty')
  if (typeof source === 'string') return faults
  const rules = new Intl.PluralRules(locale)
  const categories = new Set(Array.from({ length: COUNTED_TO }, (_, count) => rules.select(count)))
  return [
    ...faults,
    ...[...categories].filter((one) => !(one in forms)).map((one) => `has no form for "${one}"`),
  ]
}

function placeholdersOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ')
}

async function readTexts(app: string): Promise<AppTexts> {
  const catalogues: Record<string, Catalogue> = {}
  for (const locale of Object.keys(LOCALES)) {
    const read = async (of: string): Promise<Catalogue> => {
      const files = ['', 'player/', 'refusals/', 'screens/'].map((folder) =>
        join(WEB, of, `messages/${folder}${locale}.ts`),
      )
      const parts = await Promise.all(files.filter(existsSync).map((file) => import(file)))
      return Object.assign({}, ...parts.map(({ default: messages }) => messages))
    }
    const shared = app === 'ui' ? {} : await read('ui')
    const own = Object.entries(await read(app)).filter(([key]) => !(key in shared))
    catalogues[locale] = Object.fromEntries(own)
  }
  const files = readdirSync(join(WEB, app), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('messages/'))
  return { app, catalogues, sources: sources.map((name) => readFileSync(join(WEB, app, name), 'utf8')) }
}

export async function allMessageFaults(): Promise<string[]> {
  const texts = await Promise.all(['ui', 'learner', 'studio', 'console'].map(readTexts))
  return texts.flatMap(messageFaults)
}

if (import.meta.main) {
  const faults = await allMessageFaults()
  reportFindings(faults, 'Every text is there in every language.', `${faults.length} faults.`)
}
