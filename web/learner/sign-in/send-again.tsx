import { Button } from '../../ui/components/button.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  isPending: boolean
  /** Returns whether the code was sent. */
  request: () => Promise<boolean>
  /** For an address that was mistyped. */
  onOtherAddress?: () => void
}

/** For a mail that got lost, and for a code that has expired. */
export function SendAgain({ isPending, request, onOtherAddress }: Given) {
  const { t } = useScreenText()
  const again = async () => {
    if (!isPending && (await request())) showToast(t('signIn.sentAgain'))
  }
  return (
    <div className="flex flex-wrap justify-center gap-x-2">
      <Button variant="ghost" aria-disabled={isPending} onClick={() => void again()}>
        {t('signIn.sendAgain')}
      </Button>
      {onOtherAddress && (
        <Button variant="ghost" onClick={onOtherAddress}>
          {t('signIn.otherAddress')}
        </Button>
      )}
    </div>
  )
}
