import type { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import type { Catalogue, Values } from '../i18n/catalogue.ts'
import { type Locale, supportedLocale } from '../i18n/locales.ts'
import { Translator } from '../i18n/translator.ts'
import type messages from '../messages/refusals/en.ts'

type Key = keyof typeof messages

/** The texts of an application, and what its users keep of the words of the service. */
export interface RefusalReaders {
  loadTexts: (locale: Locale) => Promise<Catalogue>
  /** Codes whose message has facts that the text has not: in English the message stays. */
  keepsMessage: ReadonlySet<string>
  /** Puts a fault of a field into the words of the reader. `text` is undefined if no text fits. */
  detailText: (given: {
    isEnglish: boolean
    text: string | undefined
    general: string
    said: string
  }) => string
}

const TEXTS: Record<Locale, () => Promise<{ default: Catalogue }>> = {
  en: () => import('../messages/refusals/en.ts'),
  fr: () => import('../messages/refusals/fr.ts'),
  pt: () => import('../messages/refusals/pt.ts'),
  sw: () => import('../messages/refusals/sw.ts'),
  ar: () => import('../messages/refusals/ar.ts'),
}

const LEARNERS: RefusalReaders = {
  loadTexts: loadLearnerTexts,
  keepsMessage: new Set(['NOTHING_TO_SUBMIT']),
  // Another language than that of the service says less, but the learner can read it.
  detailText: ({ isEnglish, text, general, said }) => text ?? (isEnglish ? said : general),
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

/** A limit of the user, and not of the network: the number explains the long wait. */
const DAILY_LIMIT = /\b(\d+) times a day\b/

/** Codes with the same meaning for the reader. */
const SAME: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'SIGNED_OUT',
  TOKEN_EXPIRED: 'SIGNED_OUT',
  PUSH_SERVICE_UNKNOWN: 'PUSH_UNUSABLE',
  TOKEN_UNUSABLE: 'PUSH_UNUSABLE',
  LOGO_MISSING: 'FILE_MISSING',
  MEDIUM_MISSING: 'FILE_MISSING',
  PICTURE_MISSING: 'FILE_MISSING',
  QUESTION_FILE_MISSING: 'FILE_MISSING',
}

/** Codes with another meaning at some operations. */
const OF_OPERATIONS: readonly { code: string; at: string; as: string }[] = [
  // A code of a battle room, and not that of a mail.
  { code: 'CODE_EXPIRED', at: '/quiz-battles/', as: 'ROOM_CLOSED' },
  // Asked of a user who is signed in, so the address is right.
  { code: 'INVALID_CREDENTIALS', at: '/2fa/', as: 'PASSWORD_WRONG' },
  { code: 'INVALID_CREDENTIALS', at: '/user/account', as: 'PASSWORD_WRONG' },
  // A plan has the limits of its owner also if an administrator publishes it.
  { code: 'REWARD_NEEDS_ADMIN', at: '/contest-plans', as: 'PRIZES_ABOVE_LIMIT' },
]

/** The name of the text of a refusal: its code, or that of its meaning. */
export function textName(code: string, operation: string): string {
  const special = OF_OPERATIONS.find((one) => one.code === code && operation.includes(one.at))
  return special?.as ?? SAME[code] ?? code
}

/** Puts the messages of a refusal into the language and the words of the reader. Unknown ones stay as they are. */
export async function translateRefusal(
  fault: LyceumError,
  operation: string,
  readers = LEARNERS,
): Promise<void> {
  const locale = supportedLocale([document.documentElement.lang])
  const translator = new Translator(locale, await readers.loadTexts(locale))
  const isEnglish = locale === 'en'
  const message = textOf(translator, fault, operation)
  const general = fault.code === 'VALIDATION_FAILED' ? translator.t('invalid.other') : message
  for (const detail of fault.details) {
    const [key, limit] = fieldFault(detail.message)
    const text = key && translator.t(key, { limit })
    detail.message = readers.detailText({ isEnglish, text, general, said: detail.message })
  }
  if (!isEnglish || !readers.keepsMessage.has(fault.code)) fault.message = message
}

export async function loadLearnerTexts(locale: Locale): Promise<Catalogue> {
  return (await TEXTS[locale]()).default
}

function textOf({ t, locale }: Translator, fault: LyceumError, operation: string): string {
  const dailyLimit = fault.code === 'RATE_LIMITED' ? DAILY_LIMIT.exec(fault.message)?.[1] : undefined
  const key = `refusal.${dailyLimit ? 'DAILY_LIMIT' : textName(fault.code, operation)}`
  const text = t(key, { ...valuesOf(fault, locale), count: Number(dailyLimit ?? 0) })
  // A text with a fact that this refusal has not would say nothing.
  return text === key || /\{\w+\}/.test(text) ? fault.message : text
}

/** The wait and the numbers and names beside the code, such as `mintCount`, and `leftGems` for `left.gems`. */
function valuesOf({ retryAfterSeconds, extra }: LyceumError, locale: string): Values {
  const values: Values = {}
  const add = (name: string, value: unknown) => {
    if (typeof value === 'number' || typeof value === 'string') values[name] = value
  }
  for (const [name, value] of Object.entries(extra)) {
    add(name, value)
    if (typeof value !== 'object' || value === null) continue
    for (const [part, inner] of Object.entries(value))
      add(`${name}${part.charAt(0).toUpperCase()}${part.slice(1)}`, inner)
  }
  if (retryAfterSeconds !== undefined) values.wait = describeWait(locale, retryAfterSeconds)
  return values
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
