import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Button } from '../../ui/components/button.tsx'
import { useText } from '../use-text.ts'

interface Given {
  /** How many slides or questions were added. */
  added: number
  kind: 'slides' | 'questions'
  dropped: readonly Api.DroppedModelItem[]
  onClose: () => void
}

/** What came of a draft, and what was left out and why. */
export function DroppedItems({ added, kind, dropped, onClose }: Given) {
  const { t, number } = useText()
  return (
    <div role="status" className="mb-4 rounded-card bg-sunken p-4">
      <p className="font-bold">{t(`model.added.${kind}`, { count: added })}</p>
      {dropped.length > 0 && (
        <>
          <p className="mt-1">{t('model.dropped', { count: dropped.length })}</p>
          <ul className="mt-1 list-disc ps-5 text-ink-2 text-sm">
            {dropped.map((item) => (
              <li key={item.number} dir="auto">
                {`${number(item.number)}: ${item.message}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <Button variant="ghost" size="small" className="mt-2 min-h-11" onClick={onClose}>
        {t('action.close')}
      </Button>
    </div>
  )
}
