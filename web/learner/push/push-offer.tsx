import { useEffect, useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { usePlayerText } from '../use-text.ts'
import { readPushState, turnOnPush } from './web-push.ts'

const STORED = 'lyceum.pushOffer'

/** Offers reminders after a success, once. The browser asks for its permission only if the learner wants them. */
export function PushOffer() {
  const { t } = usePlayerText()
  const [isShown, setShown] = useState(false)
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    if (localStorage.getItem(STORED)) return
    readPushState().then(
      (state) => setShown(state === 'off'),
      () => undefined,
    )
  }, [])
  if (!isShown) return null
  const close = () => {
    localStorage.setItem(STORED, 'seen')
    setShown(false)
  }
  const accept = async () => {
    setPending(true)
    try {
      if ((await turnOnPush()) === 'on') showToast(t('push.isOn'))
    } catch {
      showToast(t('push.failed'), 'bad')
    }
    close()
  }
  return (
    <section
      aria-labelledby="push-offer"
      className="rounded-card border border-line bg-surface p-4 text-start shadow-card"
    >
      <h2 id="push-offer" className="text-[17px]">
        {t('push.title')}
      </h2>
      <p className="mt-1 text-[15px] text-ink-2">{t('push.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="medium" variant="secondary" isPending={isPending} onClick={() => void accept()}>
          {t('push.allow')}
        </Button>
        <Button variant="ghost" onClick={close}>
          {t('push.notNow')}
        </Button>
      </div>
    </section>
  )
}
