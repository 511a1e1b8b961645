import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'

interface Given extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Shows that the action is running; the button stays visible and ignores further clicks. */
  isPending?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant,
  size,
  isWide,
  isPending = false,
  icon,
  className = '',
  children,
  onClick,
  ...rest
}: Given) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || rest['aria-disabled']}
      onClick={(event) => (isPending ? event.preventDefault() : onClick?.(event))}
      className={`${buttonClass({ variant, size, isWide })} ${className}`}
    >
      {isPending ? <Spinner /> : icon}
      {children}
    </button>
  )
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-[1.1em] animate-spin rounded-full border-[3px] border-current border-e-transparent opacity-80"
    />
  )
}
