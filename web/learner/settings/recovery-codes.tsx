import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { CopyButton } from './copy-button.tsx'
import { saveFile } from './save-file.ts'

/** The recovery codes, which the service shows only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useScreenText()
  const { username } = useUser()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <Card className="!border-gold">
      <h2 ref={heading} tabIndex={-1} className="text-[20px] outline-none">
        {t('twoFactor.recoveryTitle')}
      </h2>
      <p className="mt-1.5 text-ink-2">{t('twoFactor.recoveryText')}</p>
      <ul dir="ltr" className="my-4 grid grid-cols-2 gap-2 rounded-2xl bg-sunken p-4 font-mono text-[15px]">
        {codes.map((code) => (
          <li key={code} className="font-bold">
            {code}
          </li>
        ))}
      </ul>
      <div className="mb-4 flex flex-wrap gap-x-5">
        <CopyButton text={text}>{t('twoFactor.copyCodes')}</CopyButton>
        <button
          type="button"
          onClick={() => saveFile(`lyceum-${username}-recovery-codes.txt`, 'text/plain', `${text}\n`)}
          className="inline-flex min-h-11 items-center gap-2 font-bold text-primary underline-offset-4 hover:underline"
        >
          <Download size={18} aria-hidden="true" />
          {t('twoFactor.saveCodes')}
        </button>
      </div>
      <Button isWide onClick={onDone}>
        {t('twoFactor.stored')}
      </Button>
    </Card>
  )
}
