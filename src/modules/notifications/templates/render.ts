import { shortenText } from '../../../platform/shorten-text.ts'
import type { Money, Notice, NoticeValue } from '../notification.ts'
import type { Language, Words } from './words.ts'

const LIMITS = { title: 200, body: 1_000 }
const PLACE = /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g

/** Which language, and whose clock. */
interface Place {
  tag: string
  timeZone: string
}

/** A notice in the words of a language. A value that is missing is our fault, and is told as one. */
export function render(
  { template, values }: Pick<Notice, 'template' | 'values'>,
  { tag, words }: Language,
  timeZone: string,
): Words {
  const { title, body } = words[template]
  return {
    title: shortenText(fill(title, values, { tag, timeZone }), LIMITS.title),
    body: shortenText(fill(body, values, { tag, timeZone }), LIMITS.body),
  }
}

export function fill(text: string, values: Notice['values'], place: Place): string {
  return text.replaceAll(PLACE, (_, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the words “${text}” need a value for ${name}`)
    if (many === undefined) return write(name, value, place)
    return pluralsIn(place.tag).select(Number(value)) === 'one' ? one! : many
  })
}

function write(name: string, value: NoticeValue, { tag, timeZone }: Place): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberIn(tag).format(value)
  if (!(value instanceof Date)) return writeMoney(value, tag)
  const style = name === 'time' ? ({ timeStyle: 'short' } as const) : ({ dateStyle: 'long' } as const)
  return new Intl.DateTimeFormat(tag, { timeZone, ...style }).format(value)
}

const ISO_4217 = new Set(Intl.supportedValuesOf('currency'))

/** What is no currency of a country, a token, is a number and its name. */
function writeMoney({ amount, currency }: Money, tag: string): string {
  const exact = amount as Intl.StringNumericLiteral
  if (!ISO_4217.has(currency)) return `${numberIn(tag).format(exact)} ${currency}`
  return new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'code' }).format(exact)
}

const numbers = new Map<string, Intl.NumberFormat>()
const plurals = new Map<string, Intl.PluralRules>()

/** They are costly to make, and there are few languages. */
function numberIn(tag: string): Intl.NumberFormat {
  return numbers.getOrInsertComputed(tag, () => new Intl.NumberFormat(tag, { maximumFractionDigits: 6 }))
}

function pluralsIn(tag: string): Intl.PluralRules {
  return plurals.getOrInsertComputed(tag, () => new Intl.PluralRules(tag))
}
