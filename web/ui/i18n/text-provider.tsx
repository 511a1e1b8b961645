import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Catalogue } from './catalogue.ts'
import { LOCALES, type Locale } from './locales.ts'
import { Translator } from './translator.ts'

const TextContext = createContext<Translator | undefined>(undefined)

interface Given {
  locale: Locale
  catalogue: Catalogue
  children: ReactNode
}

/** Provides the texts of one language to its children, and sets language and direction of the page. */
export function TextProvider({ locale, catalogue, children }: Given) {
  const translator = useMemo(() => {
    const page = globalThis.document?.documentElement
    if (page) Object.assign(page, { lang: locale, dir: LOCALES[locale].direction })
    return new Translator(locale, catalogue)
  }, [locale, catalogue])
  return <TextContext value={translator}>{children}</TextContext>
}

/** Each application calls it with the keys of its own catalogue. */
export function useTranslator<Key extends string>(): Translator<Key> {
  const translator = useContext(TextContext)
  if (!translator) throw new Error('There is no TextProvider above.')
  return translator as Translator<Key>
}
