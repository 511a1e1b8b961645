import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { loadCatalogue } from '../../web/studio/load-catalogue.ts'
import { RichTextField } from '../../web/studio/rich-text/rich-text-field.tsx'
import { LocaleRoot } from '../../web/ui/i18n/locale-root.tsx'
import { isLocale } from '../../web/ui/i18n/locales.ts'

// A page with the rich text field alone, for its browser test. The text, the language and other settings come from the address.

const given = new URLSearchParams(location.search)
const named = given.get('locale')
const locale = isLocale(named) ? named : 'en'

function TestPage() {
  const [value, setValue] = useState(given.get('text') ?? '')
  Object.assign(window, { markdown: value, setMarkdown: setValue })
  return (
    <main className="mx-auto max-w-3xl p-4">
      <h1>Lesson</h1>
      <h2 className="mb-4">A slide</h2>
      <RichTextField
        label="Text of the slide"
        description="Learners read it on a phone."
        errorMessage={given.get('error') ?? undefined}
        isDisabled={given.has('disabled')}
        value={value}
        onChange={setValue}
        onUploadPicture={async (file) => ({ url: `/files/${file.name}`, alt: given.get('alt') ?? '' })}
      />
      <button type="button" className="mt-4">
        After the field
      </button>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LocaleRoot initial={{ locale, catalogue: await loadCatalogue(locale) }} load={loadCatalogue}>
      <TestPage />
    </LocaleRoot>
  </StrictMode>,
)
