import { Switch } from '../../ui/components/switch.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { useText } from '../use-text.ts'
import type { Description } from './upload-medium.ts'

export interface TypedDescription {
  alt: string
  isDecorative: boolean
}

/** Undefined while the author has not said what the picture shows. */
export function toDescription({ alt, isDecorative }: TypedDescription): Description | undefined {
  if (isDecorative) return { decorative: true }
  return alt.trim() === '' ? undefined : { alt: alt.trim() }
}

interface Given {
  typed: TypedDescription
  onChange: (typed: TypedDescription) => void
  error: string | undefined
  /** The dialog begins here. */
  isFirst?: boolean
}

/** What a picture shows, for those who do not see it. */
export function DescriptionFields({ typed, onChange, error, isFirst = false }: Given) {
  const { t } = useText()
  return (
    <>
      {!typed.isDecorative && (
        <TextArea
          label={t('picture.alt')}
          hint={t('picture.altHint')}
          error={error}
          value={typed.alt}
          rows={2}
          maxLength={300}
          required
          autoFocus={isFirst}
          dir="auto"
          onChange={({ target }) => onChange({ ...typed, alt: target.value })}
        />
      )}
      <Switch
        label={t('picture.decorative')}
        hint={t('picture.decorativeHint')}
        isOn={typed.isDecorative}
        onChange={(isDecorative) => onChange({ ...typed, isDecorative })}
      />
    </>
  )
}
