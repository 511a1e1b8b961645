import { truncateText } from '../../../platform/truncate-text.ts'
import type { Money, Notice, NoticeValue } from '../notification.ts'
import type { LanguagePack, MessageTemplate } from './message-template.ts'

const LIMITS = { title: 200, body: 1_000 }
const PLACEHOLDER = /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g

interface FormatLocale {
  tag: string
  timeZone: string
}

/** Renders a notice in a language; throws if a value is missing. */
export function render(
  { template, values }: Pick<Notice, 'template' | 'values'>,
  { tag, templates }: LanguagePack,
  timeZone: string,
): MessageTemplate {
  const { title, body } = templates[template]
  return {
    title: truncateText(fillPlaceholders(title, values, { tag, timeZone }), LIMITS.title),
    body: truncateText(fillPlaceholders(body, values, { tag, timeZone }), LIMITS.body),
  }
}

export function fillPlaceholders(text: string, values: Notice['values'], locale: FormatLocale): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the template “${text}” needs a value for ${name}`)
    if (many === undefined) return formatValue(name, value, locale)
    return pluralRules(locale.tag).select(Number(value)) === 'one' ? one! : many
  })
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
