import { type ReactNode, useId } from 'react'
import { buttonClass } from './button-class.ts'

interface Given {
  accept: string
  onChoose: (file: File) => void
  children: ReactNode
  variant?: 'primary' | 'secondary'
  size?: 'small' | 'medium'
  isDisabled?: boolean
}

/** Opens the file picker of the device. The same file can be chosen again. */
export function FileButton({
  accept,
  onChoose,
  children,
  variant = 'secondary',
  size = 'medium',
  isDisabled = false,
}: Given) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={`${buttonClass({ variant, size })} min-h-11 cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-primary has-focus-visible:outline-offset-3`}
    >
      {children}
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isDisabled}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onChoose(file)
        }}
        className="sr-only"
      />
    </label>
  )
}
