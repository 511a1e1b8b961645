import { type ReactNode, useId } from 'react'
import { buttonClass } from '../../ui/components/button-class.ts'

interface Given {
  accept: string
  onChoose: (file: File) => void
  children: ReactNode
  variant?: 'primary' | 'secondary'
}

/** Opens the file picker of the device. The same file can be chosen again. */
export function FileButton({ accept, onChoose, children, variant = 'secondary' }: Given) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={`${buttonClass({ variant })} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-primary has-focus-visible:outline-offset-3`}
    >
      {children}
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
