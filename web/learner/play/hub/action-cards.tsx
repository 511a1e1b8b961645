import { Swords } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../ui/components/button-class.ts'
import { useScreenText } from '../../use-text.ts'

/** The main action of the hub. */
export function FindCard({ icon, onPress }: { icon: ReactNode; onPress: () => void }) {
  const { t } = useScreenText()
  return (
    <section className="hero relative overflow-hidden rounded-card p-6 shadow-float lg:p-8">
      <Swords
        size={150}
        strokeWidth={1.4}
        aria-hidden="true"
        className="pointer-events-none absolute -end-5 -top-6 opacity-20"
      />
      <h2 className="text-[23px] lg:text-[28px]">{t('play.heroTitle')}</h2>
      <p className="mt-2 max-w-sm text-[15px]">{t('play.heroText')}</p>
      <button
        type="button"
        onClick={onPress}
        className={`${buttonClass({ variant: 'hero', size: 'large', isWide: true })} mt-5 sm:w-auto`}
      >
        {icon}
        {t('play.find')}
      </button>
    </section>
  )
}

interface Given {
  icon: ReactNode
  title: string
  text: string
  onPress: () => void
}

export function ActionCard({ icon, title, text, onPress }: Given) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="pressable flex flex-col items-start gap-3 rounded-card border border-line border-b-4 bg-surface p-4 text-start shadow-card hover:border-ink-3 lg:p-5"
    >
      <span className="grid size-12 place-items-center rounded-2xl bg-primary-soft text-primary">{icon}</span>
      <span>
        <span className="block leading-tight font-extrabold">{title}</span>
        <span className="mt-1 block text-sm text-ink-2">{text}</span>
      </span>
    </button>
  )
}
