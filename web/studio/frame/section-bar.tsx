import { useLocation } from '@tanstack/react-router'
import { ArrowLeft, Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../../ui/session/session-store.ts'
import { useText } from '../use-text.ts'
import { BAR_SECTIONS, sectionOf, sectionsOf } from './sections.ts'
import { StudioLink } from './studio-link.tsx'

/** Loaded when the menu is opened. */
const Sheet = lazy(async () => ({ default: (await import('../../ui/components/sheet.tsx')).Sheet }))

const ITEM =
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-control px-1 text-center text-[13px] font-bold text-ink-3 aria-[current=page]:text-primary'
const MENU_ITEM =
  'flex min-h-13 w-full items-center gap-3.5 rounded-control px-3 text-start font-bold text-ink hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary'

/** The first sections at the bottom of a phone, and a menu with all of them. */
export function SectionBar() {
  const { t } = useText()
  const sections = sectionsOf(useUser().role)
  const current = sectionOf(useLocation().pathname)
  const inMenu = sections.slice(BAR_SECTIONS)
  const [isOpen, setOpen] = useState(false)
  const link = ({ to, text, Icon }: (typeof sections)[number], isInMenu: boolean) => (
    <StudioLink
      key={to}
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={to === current ? 'page' : undefined}
      onClick={() => setOpen(false)}
      className={isInMenu ? MENU_ITEM : ITEM}
    >
      <Icon size={22} strokeWidth={2.3} aria-hidden="true" />
      <span className="max-w-full truncate">{t(text)}</span>
    </StudioLink>
  )
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-30 flex justify-around border-line border-t bg-surface px-1 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] lg:hidden"
    >
      {sections.slice(0, BAR_SECTIONS).map((section) => link(section, false))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={inMenu.some(({ to }) => to === current) ? 'page' : undefined}
        onClick={() => setOpen(true)}
        className={ITEM}
      >
        <Menu size={22} strokeWidth={2.3} aria-hidden="true" />
        {t('nav.more')}
      </button>
      {isOpen && (
        <Suspense>
          <Sheet isOpen onClose={() => setOpen(false)} title={t('nav.main')}>
            <ul>
              {sections.map((section) => (
                <li key={section.to}>{link(section, true)}</li>
              ))}
              <li className="mt-2 border-line border-t pt-2">
                <a href="/" className={MENU_ITEM}>
                  <ArrowLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
                  {t('nav.app')}
                </a>
              </li>
            </ul>
          </Sheet>
        </Suspense>
      )}
    </nav>
  )
}
