import { createContext, useContext } from 'react'
import { Html } from './html.tsx'

/** The formulas of a text as the service compiled them, by their source with dollar signs. */
export type Formulas = Readonly<Record<string, string>> | undefined

/** Stands for a formula while Markdown is read, because Markdown would read `_` and `*` in it. */
export const PLACEHOLDER = String.raw`\uE001(?<formula>\d+)\uE002`
const PLACEHOLDERS = /\uE001(\d+)\uE002/g

const Context = createContext<Formulas>(undefined)
export const FormulasProvider = Context

/** `$$a$$` contains `$a$`, so the longest sources come first. */
const sourcesOf = (formulas: Formulas) =>
  Object.keys(formulas ?? {}).sort((one, other) => other.length - one.length)

export function markFormulas(text: string, formulas: Formulas): string {
  if (!formulas) return text
  const marked = text.replace(PLACEHOLDERS, '')
  return sourcesOf(formulas).reduce(
    (rest, source, index) => rest.replaceAll(source, `\uE001${index}\uE002`),
    marked,
  )
}

/** Code and addresses have no formulas: they get their text back. */
export function useSource(): (text: string) => string {
  const formulas = useContext(Context)
  return (text) =>
    formulas ? text.replace(PLACEHOLDERS, (_, index) => sourcesOf(formulas)[Number(index)] ?? '') : text
}

export function Formula({ index }: { index: number }) {
  const formulas = useContext(Context) ?? {}
  return <Html html={formulas[sourcesOf(formulas)[index] ?? ''] ?? ''} />
}
