import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Catalogue } from './catalogue.ts'
import { type Locale, storeLocale } from './locales.ts'
import { TextProvider } from './text-provider.tsx'

export type LoadCatalogue = (locale: Locale) => Promise<Catalogue>

interface LocaleChoice {
  locale: Locale
  choose: (locale: Locale) => Promise<void>
}

const LocaleContext = createContext<LocaleChoice | undefined>(undefined)

interface Given {
  initial: { locale: Locale; catalogue: Catalogue }
  load: LoadCatalogue
  children: ReactNode
}

/** Stores the language of the interface, and switches when the texts of another language are loaded. */
export function LocaleRoot({ initial, load, children }: Given) {
  const [shown, setShown] = useState(initial)
  const choose = async (locale: Locale) => {
    const catalogue = await load(locale)
    storeLocale(locale)
    setShown({ locale, catalogue })
  }
  return (
    <LocaleContext value={{ locale: shown.locale, choose }}>
      <TextProvider {...shown}>{children}</TextProvider>
    </LocaleContext>
  )
}

export function useLocale(): LocaleChoice {
  const choice = useContext(LocaleContext)
  if (!choice) throw new Error('There is no LocaleRoot above.')
  return choice
}
