import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'

type Given = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>

/** A field whose text is hidden until the learner shows it. */
export function PasswordField(field: Given) {
  const { t } = useScreenText()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={t('field.show')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="-me-2 grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:text-ink"
        >
          <Icon size={20} aria-hidden="true" />
        </button>
      }
    />
  )
}
