/** A text, or its forms by the plural categories of the language, chosen by the value named `count`. */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)

export type Catalogue = Readonly<Record<string, Message>>

export type Values = Record<string, string | number>
