import { chooseByLanguage } from '../../../platform/language-fallbacks.ts'
import { truncateText } from '../../../platform/truncate-text.ts'
import type { Money, Notice, NoticeValue } from '../notification.ts'
import { arabic } from './ar.ts'
import { english, type TemplateName } from './en.ts'
import { french } from './fr.ts'
import type { LanguagePack, MessageTemplate } from './message-template.ts'
import { portuguese } from './pt.ts'
import { swahili } from './sw.ts'

const LANGUAGES = new Map(
  [english, french, portuguese, swahili, arabic].map((language) => [language.tag, language]),
)

/** The name of a deleted user by the tag of the language. */
export const DELETED_USER_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(LANGUAGES.values(), ({ tag, deletedUser }) => [tag, deletedUser]),
)

const LIMITS = { title: 200, body: 1_000 }
const PLACEHOLDER = /\{(\w+)(?::([^{}]*))?\}/g
/** The order of six forms of a word. */
const SIX_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other']

interface FormatLocale {
  tag: string
  timeZone: string
}

/** Returns the best match, or English. */
export function chooseLanguage(tag: string): LanguagePack<TemplateName> {
  return chooseByLanguage(LANGUAGES, tag) ?? english
}

/** Renders a notice in a language; throws if a value is missing. */
export function render(
  { template, values }: Pick<Notice, 'template' | 'values'>,
  { tag, templates }: LanguagePack<TemplateName>,
  timeZone: string,
): MessageTemplate {
  const { title, body } = templates[template]
  return {
    title: truncateText(fillPlaceholders(title, values, { tag, timeZone }), LIMITS.title),
    body: truncateText(fillPlaceholders(body, values, { tag, timeZone }), LIMITS.body),
  }
}

export function fillPlaceholders(text: string, values: Notice['values'], locale: FormatLocale): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string, forms?: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the template “${text}” needs a value for ${name}`)
    if (forms === undefined) return formatValue(name, value, locale)
    return chooseForm(forms.split('|'), pluralRules(locale.tag).select(Number(value)))
  })
}

function chooseForm(forms: string[], category: string): string {
  const index = forms.length === SIX_FORMS.length ? SIX_FORMS.indexOf(category) : category === 'one' ? 0 : 1
  return forms[index]!
}

function formatValue(name: string, value: NoticeValue, { tag, timeZone }: FormatLocale): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberFormat(tag).format(value)
  if (!(value instanceof Date)) return formatMoney(value, tag)
  const style = name === 'time' ? ({ timeStyle: 'short' } as const) : ({ dateStyle: 'long' } as const)
  return new Intl.DateTimeFormat(tag, { timeZone, ...style }).format(value)
}

const ISO_4217 = new Set(Intl.supportedValuesOf('currency'))

/** Formats a token, which has no ISO 4217 code, as a number and its name. */
function formatMoney({ amount, currency }: Money, tag: string): string {
  const exact = amount as Intl.StringNumericLiteral
  if (!ISO_4217.has(currency)) return `${numberFormat(tag).format(exact)} ${currency}`
  return new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'code' }).format(exact)
}

const numbers = new Map<string, Intl.NumberFormat>()
const plurals = new Map<string, Intl.PluralRules>()

/** Cached, because formatters are expensive to create. */
function numberFormat(tag: string): Intl.NumberFormat {
  return numbers.getOrInsertComputed(tag, () => new Intl.NumberFormat(tag, { maximumFractionDigits: 6 }))
}

function pluralRules(tag: string): Intl.PluralRules {
  return plurals.getOrInsertComputed(tag, () => new Intl.PluralRules(tag))
}
