import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useText } from '../use-text.ts'

interface Given {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** The details of a row beside its list; the whole screen on a phone. Escape and a click outside close it. */
export function Panel({ isOpen, onClose, title, children }: Given) {
  const { t } = useText()
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-40 flex justify-end bg-[var(--scrim)]"
    >
      <Modal className="h-dvh w-full overflow-y-auto bg-bg pb-[env(safe-area-inset-bottom)] shadow-float sm:max-w-[560px]">
        <Dialog className="min-h-full outline-none">
          <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-line border-b bg-bg px-5 py-2.5">
            <Heading slot="title" className="min-w-0 truncate text-[19px]">
              {title}
            </Heading>
            <Button
              slot="close"
              aria-label={t('action.close')}
              className="grid size-11 flex-none place-items-center rounded-full text-ink-2 outline-none hover:bg-sunken data-[focus-visible]:outline-3 data-[focus-visible]:outline-primary"
            >
              <X size={22} aria-hidden="true" />
            </Button>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5">{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
