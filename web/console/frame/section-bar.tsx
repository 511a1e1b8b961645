import { useLocation } from '@tanstack/react-router'
import { ArrowLeft, LogOut, Menu } from 'lucide-react'
import { useState } from 'react'
import { Sheet } from '../../ui/components/sheet.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { signOut } from '../../ui/session/sign-out.ts'
import { useText } from '../use-text.ts'
import { ConsoleLink } from './console-link.tsx'
import { BAR_SECTIONS, groupsOf, sectionOf, sectionsOf } from './sections.ts'

const ITEM =
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-control px-1 text-[13px] font-bold text-ink-3 aria-[current=page]:text-primary'
const MENU_ITEM =
  'flex min-h-12 w-full items-center gap-2.5 rounded-control px-2 text-start text-[15px] font-bold leading-tight text-ink hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary'

/** The first sections at the bottom of a phone, and a menu with all of them. */
export function SectionBar() {
  const { t } = useText()
  const { role } = useUser()
  const sections = sectionsOf(role)
  const current = sectionOf(useLocation().pathname)
  const [isOpen, setOpen] = useState(false)
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-30 flex justify-around border-line border-t bg-surface px-1 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] lg:hidden"
    >
      {sections.slice(0, BAR_SECTIONS).map(({ to, text, Icon }) => (
        <ConsoleLink
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={to === current ? 'page' : undefined}
          className={ITEM}
        >
          <Icon size={22} strokeWidth={2.3} aria-hidden="true" />
          <span className="max-w-full truncate">{t(text)}</span>
        </ConsoleLink>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={ITEM}>
        <Menu size={22} strokeWidth={2.3} aria-hidden="true" />
        {t('nav.more')}
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('nav.main')}>
        {groupsOf(role).map(({ group, sections: ofGroup }) => (
          <div key={group ?? 'first'} className="mb-3">
            {group && (
              <h3 id={`menu-${group}`} className="px-2 pb-0.5 text-sm font-bold tracking-normal text-ink-3">
                {t(`nav.group.${group}`)}
              </h3>
            )}
            <ul aria-labelledby={group && `menu-${group}`} className="grid grid-cols-2 gap-x-2">
              {ofGroup.map(({ to, text, Icon }) => (
                <li key={to} className="min-w-0">
                  <ConsoleLink
                    to={to}
                    activeOptions={{ exact: true, includeSearch: false }}
                    aria-current={to === current ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                    className={MENU_ITEM}
                  >
                    <Icon size={20} className="flex-none" aria-hidden="true" />
                    <span className="min-w-0 [overflow-wrap:anywhere]">{t(text)}</span>
                  </ConsoleLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <ul className="border-line border-t pt-2">
          <li>
            <a href="/" className={MENU_ITEM}>
              <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden="true" />
              {t('nav.app')}
            </a>
          </li>
          <li>
            <button type="button" onClick={() => void signOut()} className={MENU_ITEM}>
              <LogOut size={20} className="rtl:rotate-180" aria-hidden="true" />
              {t('shell.signOut')}
            </button>
          </li>
        </ul>
      </Sheet>
    </nav>
  )
}
