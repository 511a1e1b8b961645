import type { ReactNode } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  text: string
  isPending?: boolean
  /** Without it the button sends the form. */
  onGoOn?: () => void
  onSkip?: (() => void) | undefined
  children?: ReactNode
}

/** The buttons below a step: the thumb finds them at the bottom of a phone. */
export function StepActions({ text, isPending = false, onGoOn, onSkip, children }: Given) {
  const { t } = useScreenText()
  return (
    <div className="sticky bottom-0 mt-auto grid gap-2 bg-bg pt-6 pb-1 [@media(max-height:719px)]:static">
      <Button
        type={onGoOn ? 'button' : 'submit'}
        size="large"
        isWide
        isPending={isPending}
        onClick={() => onGoOn?.()}
      >
        {text}
      </Button>
      {children}
      {onSkip && (
        <Button variant="ghost" isWide onClick={onSkip}>
          {t('welcome.skip')}
        </Button>
      )}
    </div>
  )
}
