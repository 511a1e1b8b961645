import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { Suspense } from 'react'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { isSection, SECTION_IDS, SECTIONS, type SectionId } from '../settings/sections.ts'
import { useScreenText } from '../use-text.ts'

/** A list and sub-pages on a phone; both beside each other on a wide screen, where the profile is shown first. */
export default function Settings() {
  const { t } = useScreenText()
  const { section } = useParams({ strict: false })
  const isUnknown = section !== undefined && !isSection(section)
  const shown: SectionId = isSection(section) ? section : 'profile'
  return (
    <div className="lg:grid lg:grid-cols-[270px_minmax(0,1fr)] lg:gap-8">
      <div className={section === undefined ? '' : 'max-lg:hidden'}>
        <BackLink to="/me" text={t('tab.me')} />
        {section === undefined ? (
          <h1 className="mt-1 mb-4 text-[27px]">{t('settings.title')}</h1>
        ) : (
          <p className="mt-1 mb-4 text-[27px] font-extrabold leading-[1.15] tracking-tight">
            {t('settings.title')}
          </p>
        )}
        <SectionList shown={shown} isOpen={section !== undefined} />
      </div>
      <div className={`min-w-0 animate-rise lg:pt-12 ${section === undefined ? 'max-lg:hidden' : ''}`}>
        <BackLink to="/settings" text={t('settings.title')} className="lg:hidden" />
        {isUnknown ? (
          <EmptyState mood="lost" level="h1" title={t('notFound.title')} />
        ) : (
          <SectionPage shown={shown} isMain={section !== undefined} />
        )}
      </div>
    </div>
  )
}

function SectionPage({ shown, isMain }: { shown: SectionId; isMain: boolean }) {
  const { t } = useScreenText()
  const { Content } = SECTIONS[shown]
  // Without a section in the address, the heading of the page is the one of the list.
  const Heading = isMain ? 'h1' : 'h2'
  return (
    <div className="max-w-xl">
      <Heading className="mt-1 mb-5 text-[27px] lg:mt-0">{t(`settings.section.${shown}`)}</Heading>
      <Suspense fallback={<Loading />}>
        <Content />
      </Suspense>
    </div>
  )
}

function SectionList({ shown, isOpen }: { shown: SectionId; isOpen: boolean }) {
  const { t } = useScreenText()
  return (
    <nav
      aria-label={t('settings.title')}
      className="grid overflow-hidden rounded-card border border-line bg-surface shadow-card lg:sticky lg:top-9"
    >
      {SECTION_IDS.map((id) => {
        const { Icon } = SECTIONS[id]
        return (
          <Link
            key={id}
            to="/settings/$section"
            params={{ section: id }}
            className={`flex min-h-14 items-center gap-4 border-line px-4 font-bold not-first:border-t hover:bg-sunken focus-visible:-outline-offset-3 ${
              id === shown ? `lg:bg-primary-soft lg:text-primary ${isOpen ? '' : 'max-lg:bg-surface'}` : ''
            }`}
          >
            <Icon size={21} aria-hidden="true" className="flex-none" />
            <span className="flex-1">{t(`settings.section.${id}`)}</span>
            <ChevronLeft
              size={19}
              aria-hidden="true"
              className="rotate-180 text-ink-3 rtl:rotate-0 lg:hidden"
            />
          </Link>
        )
      })}
    </nav>
  )
}

function Loading() {
  return (
    <div className="grid gap-3">
      <LoadingNote />
      <Skeleton className="h-40" />
      <Skeleton className="h-24" />
    </div>
  )
}
