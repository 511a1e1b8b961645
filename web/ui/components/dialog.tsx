import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

interface Given {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  role?: 'dialog' | 'alertdialog'
}

/** A modal dialog. Escape and a click outside close it; the focus returns to the previous element. */
export function Dialog({ isOpen, onClose, title, children, role = 'dialog' }: Given) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 grid place-items-center bg-[var(--scrim)] p-5"
    >
      <Modal className="w-full max-w-md animate-pop">
        <AriaDialog
          role={role}
          className="max-h-[calc(100dvh-2.5rem)] overflow-y-auto rounded-card bg-surface p-6 shadow-float outline-none"
        >
          <Heading slot="title" className="text-[22px]">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
