import { Eye } from 'lucide-react'
import { Button } from '../../ui/components/button.tsx'
import { endView, type View } from '../../ui/session/view.ts'
import { useScreenText } from '../use-text.ts'

/** Says whose account is viewed, on every screen, and ends the view. */
export default function ViewBanner({ view }: { view: View }) {
  const { t } = useScreenText()
  return (
    <aside
      aria-label={t('view.label')}
      className="fixed inset-x-3 bottom-24 z-50 mx-auto flex max-w-xl items-center gap-3 rounded-card border-2 border-gold bg-gold-soft py-2 ps-4 pe-2 text-gold-text shadow-float lg:bottom-4"
    >
      <Eye size={20} aria-hidden="true" className="flex-none" />
      <p className="min-w-0 flex-1 break-words text-sm font-bold leading-snug">
        {t('view.text', { name: view.username })}
      </p>
      <Button size="small" className="min-h-11 flex-none" onClick={() => endView(view)}>
        {t('view.end')}
      </Button>
    </aside>
  )
}
