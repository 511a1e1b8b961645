import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useUiText } from '../i18n/use-text.ts'

interface Given {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** Choices in a bottom sheet on a phone, and in a centred dialog on a wide screen. */
export function Sheet({ isOpen, onClose, title, children }: Given) {
  const { t } = useUiText()
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 flex items-end justify-center bg-[var(--scrim)] sm:items-center sm:p-5"
    >
      <Modal className="max-h-[86dvh] w-full max-w-lg animate-rise overflow-y-auto rounded-t-[28px] bg-surface pb-[env(safe-area-inset-bottom)] shadow-float sm:rounded-card">
        <Dialog className="p-6 outline-none">
          <div className="mb-4 flex items-center justify-between gap-4">
            <Heading slot="title" className="text-[21px]">
              {title}
            </Heading>
            <Button
              slot="close"
              aria-label={t('action.close')}
              className="grid size-11 place-items-center rounded-full text-ink-2 outline-none hover:bg-sunken data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary"
            >
              <X size={22} aria-hidden="true" />
            </Button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
