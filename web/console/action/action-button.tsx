import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { ActionDialog } from './action-dialog.tsx'

interface Given extends Omit<ComponentProps<typeof ActionDialog>, 'isOpen' | 'onClose'> {
  /** The text of the button that opens the dialog. */
  opener: string
  icon?: ReactNode
}

/** A button that opens the dialog of an action. */
export function ActionButton({ opener, icon, ...action }: Given) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className={`min-h-11 ${action.isDangerous ? 'text-bad!' : ''}`}
        icon={icon}
        onClick={() => setOpen(true)}
      >
        {opener}
      </Button>
      <ActionDialog {...action} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
