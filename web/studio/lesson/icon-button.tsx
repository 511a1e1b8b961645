import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

interface Given extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A button that shows only an icon. */
export function IconButton({ label, children, className = '', ...rest }: Given) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`grid size-11 flex-none place-items-center rounded-xl text-ink-2 hover:bg-sunken hover:text-ink disabled:pointer-events-none disabled:opacity-40 ${className}`}
    >
      {children}
    </button>
  )
}
