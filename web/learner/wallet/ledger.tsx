import { useState } from 'react'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { useScreenText } from '../use-text.ts'
import { LedgerPage } from './ledger-page.tsx'

/** Every movement of gems and XP, the newest first. */
export function Ledger() {
  const { t } = useScreenText()
  const [asset, setAsset] = useState<'ALL' | 'GEM' | 'XP'>('ALL')
  const [pages, setPages] = useState([1])
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-[21px]">
        {t('wallet.history')}
      </h2>
      <ChipChoice
        label={t('wallet.filter')}
        chosen={asset}
        onChoose={(chosen) => {
          setAsset(chosen)
          setPages([1])
        }}
        choices={[
          { value: 'ALL', content: t('notifications.all') },
          { value: 'GEM', content: t('summary.gems') },
          { value: 'XP', content: t('summary.xp') },
        ]}
      />
      <div className="mt-3 overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {pages.map((page) => (
          <LedgerPage
            key={`${asset} ${page}`}
            page={page}
            asset={asset === 'ALL' ? undefined : asset}
            isLast={page === pages.length}
            onMore={() => setPages([...pages, page + 1])}
          />
        ))}
      </div>
    </section>
  )
}
