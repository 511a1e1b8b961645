import type { Catalogue, Values } from './catalogue.ts'

/** French has a space before and after some signs, at which a line must not end. */
const FRENCH_SPACES = / [?!:;»]|« /g

/** Texts, numbers and dates in one language. */
export class Translator<Key extends string = string> {
  readonly locale: string
  readonly #catalogue: Catalogue
  readonly #plurals: Intl.PluralRules
  readonly #numbers: Intl.NumberFormat

  constructor(locale: string, catalogue: Catalogue) {
    this.locale = locale
    this.#catalogue = catalogue
    this.#plurals = new Intl.PluralRules(locale)
    this.#numbers = new Intl.NumberFormat(locale)
  }

  /** The message, with `{name}` replaced by the value of that name. Numbers are formatted for the language. */
  readonly t = (key: Key, values: Values = {}): string => {
    const message = this.#catalogue[key]
    if (message === undefined) return key
    const form =
      typeof message === 'string'
        ? message
        : (message[this.#plurals.select(Number(values.count ?? 0))] ?? message.other)
    const text = this.locale.startsWith('fr') ? form.replace(FRENCH_SPACES, keepTogether) : form
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      if (value === undefined) return whole
      return typeof value === 'number' ? this.#numbers.format(value) : value
    })
  }

  readonly number = (value: number): string => this.#numbers.format(value)

  readonly percent = (value: number): string =>
    new Intl.NumberFormat(this.locale, { style: 'percent' }).format(value / 100)

  readonly date = (value: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(this.locale, options).format(value)
}

const keepTogether = (signs: string) => signs.replace(' ', '\u00a0')
