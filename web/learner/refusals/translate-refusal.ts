import type { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import { type Locale, supportedLocale } from '../../ui/i18n/locales.ts'
import { Translator } from '../../ui/i18n/translator.ts'
import type messages from '../messages/refusals/en.ts'

type Key = keyof typeof messages

const TEXTS: Record<Locale, () => Promise<{ default: Catalogue }>> = {
  en: () => import('../messages/refusals/en.ts'),
  fr: () => import('../messages/refusals/fr.ts'),
  pt: () => import('../messages/refusals/pt.ts'),
  sw: () => import('../messages/refusals/sw.ts'),
  ar: () => import('../messages/refusals/ar.ts'),
}

/** What the service says about a field. A number in it is the limit. */
const FIELD_FAULTS: readonly [RegExp, Key][] = [
  [/^(?:is required|must have at least 1 character)$/, 'invalid.required'],
  [/e-mail address/, 'invalid.email'],
  [/^must have 10 to 128 characters$/, 'invalid.password'],
  [/^\w+, digits, _ and \./, 'invalid.username'],
  [/^must be six digits$/, 'invalid.sixDigits'],
  [/^must have at least (\d+) characters$/, 'invalid.tooShort'],
  [/^must have at most (\d+) characters?$/, 'invalid.tooLong'],
  [/^must be at least (-?[\d.]+)$/, 'invalid.atLeast'],
  [/^must be at most (-?[\d.]+)$/, 'invalid.atMost'],
  [/^must be a URL$/, 'invalid.link'],
]

/** A limit of the learner, and not of the network: the number explains the long wait. */
const DAILY_LIMIT = /\b(\d+) times a day\b/

/** Codes with the same meaning for a learner. */
const SAME: Readonly<Record<string, string>> = { UNAUTHENTICATED: 'SIGNED_OUT', TOKEN_EXPIRED: 'SIGNED_OUT' }

/** Puts the messages of a refusal into the language and the words of the learner. Unknown ones stay as they are. */
export async function translateRefusal(fault: LyceumError, operation: string): Promise<void> {
  const translator = await loadTexts()
  const { t, locale } = translator
  const message = textOf(translator, fault, operation)
  const isOfFields = fault.code === 'VALIDATION_FAILED'
  for (const detail of fault.details) {
    const [key, limit] = fieldFault(detail.message)
    if (key) detail.message = t(key, { limit })
    // Another language than that of the service says less, but the learner can read it.
    else if (locale !== 'en') detail.message = isOfFields ? t('invalid.other') : message
  }
  fault.message = message
}

async function loadTexts(): Promise<Translator> {
  const locale = supportedLocale([document.documentElement.lang])
  return new Translator(locale, (await TEXTS[locale]()).default)
}

function textOf({ t, locale }: Translator, fault: LyceumError, operation: string): string {
  const { message, retryAfterSeconds } = fault
  // A code of a battle room, and not that of a mail.
  const isRoom = fault.code === 'CODE_EXPIRED' && operation.includes('/quiz-battles/')
  if (fault.code === 'RATE_LIMITED' && retryAfterSeconds === undefined) return message
  const dailyLimit = fault.code === 'RATE_LIMITED' ? DAILY_LIMIT.exec(message)?.[1] : undefined
  const code = isRoom ? 'ROOM_CLOSED' : dailyLimit ? 'DAILY_LIMIT' : (SAME[fault.code] ?? fault.code)
  const key = `refusal.${code}`
  const text = t(key, { wait: describeWait(locale, retryAfterSeconds ?? 0), count: Number(dailyLimit ?? 0) })
  return text === key ? message : text
}

function fieldFault(message: string): [key: Key | undefined, limit: number] {
  for (const [pattern, key] of FIELD_FAULTS) {
    const found = pattern.exec(message)
    if (found) return [key, Number(found[1] ?? 0)]
  }
  return [undefined, 0]
}

const STEPS = [
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** "40 seconds", "2 minutes". */
function describeWait(locale: string, wait: number): string {
  const { unit, seconds } = STEPS.find((step) => wait > 1.5 * step.seconds) ?? STEPS[2]
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.max(1, Math.ceil(wait / seconds)))
}
