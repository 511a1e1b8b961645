export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'good' | 'bad' | 'hero' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  isWide?: boolean | undefined
}

const VARIANTS = {
  primary: 'pressable bg-primary text-on-primary border-primary-deep',
  secondary:
    'pressable bg-surface text-ink border-line [border-inline-width:1.5px] [border-block-start-width:1.5px]',
  ghost: 'text-primary hover:bg-primary-soft',
  good: 'pressable bg-good text-on-good border-good-deep',
  bad: 'pressable bg-bad text-on-bad border-bad-deep',
  hero: 'pressable bg-[var(--hero-button)] text-[var(--hero-button-ink)] border-[var(--hero-button-edge)] focus-visible:outline-white',
}
const SIZES = {
  small: 'min-h-10 px-4 text-[15px] rounded-[11px]',
  medium: 'min-h-12 px-5 text-base rounded-control',
  large: 'min-h-14 px-7 text-[17px] rounded-control',
}

/** The classes of a button, also for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'medium', isWide = false }: ButtonLook): string {
  return [
    'inline-flex select-none items-center justify-center gap-2.5 text-center font-extrabold leading-tight',
    'disabled:opacity-50 aria-disabled:opacity-70',
    VARIANTS[variant],
    SIZES[size],
    isWide ? 'w-full' : '',
  ].join(' ')
}
