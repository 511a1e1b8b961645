import { useLayoutEffect, useRef, useState } from 'react'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { useText } from '../use-text.ts'
import { useFault } from './fault-scope.tsx'
import { usePictures } from './pictures.tsx'
import { renderFormula } from './render-formula.ts'

interface Given {
  value: string
  onChange: (content: string) => void
  takesFocus?: boolean
}

/** The long text of a slide. */
export function SlideTextField({ value, onChange, takesFocus = false }: Given) {
  const { t } = useText()
  const faultOf = useFault()
  const choosePicture = usePictures()
  const frame = useRef<HTMLFieldSetElement>(null)
  const [isDisabled, setDisabled] = useState(false)
  // A fieldset around it disables controls, but not a text that is edited in the page.
  useLayoutEffect(() => setDisabled(frame.current!.matches(':disabled')))
  return (
    <fieldset ref={frame} data-field="content" className="min-w-0">
      <RichTextField
        label={t('slide.content')}
        value={value}
        errorMessage={faultOf('content')}
        isDisabled={isDisabled}
        onChange={onChange}
        onAskPicture={choosePicture}
        renderFormula={renderFormula}
        autoFocus={takesFocus}
      />
    </fieldset>
  )
}
