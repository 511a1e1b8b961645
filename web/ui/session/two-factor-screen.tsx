import { ShieldAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../components/button.tsx'
import { buttonClass } from '../components/button-class.ts'

const cache = queryClient.getQueryCache()
const isRefused = () =>
  cache
    .getAll()
    .some(
      ({ state: { error } }) => error instanceof LyceumError && error.code === 'TWO_FACTOR_SETUP_REQUIRED',
    )

/** True while the service refuses what the screen reads, because the role must use two-factor sign-in. */
export function useTwoFactorRefusal(): boolean {
  return useSyncExternalStore((listen) => cache.subscribe(listen), isRefused)
}

/** Applications have their texts in their own catalogues, so that the learner app does not load them. */
export interface TwoFactorTexts {
  title: string
  text: string
  app: string
  scan: string
  codes: string
  turnOn: string
  again: string
}

/** Leads to the settings where two-factor sign-in is turned on. */
export function TwoFactorScreen({ texts }: { texts: TwoFactorTexts }) {
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-3 py-10 text-center lg:py-16">
      <span className="grid size-16 place-items-center rounded-3xl bg-gold-soft text-gold-text">
        <ShieldAlert size={32} aria-hidden="true" />
      </span>
      <h1 className="mt-2 text-[25px] lg:text-[29px]">{texts.title}</h1>
      <p className="text-ink-2">{texts.text}</p>
      <ol className="mt-2 grid list-decimal gap-1.5 ps-6 text-start">
        <li>{texts.app}</li>
        <li>{texts.scan}</li>
        <li>{texts.codes}</li>
      </ol>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <a href="/settings/two-factor" className={buttonClass({})}>
          {texts.turnOn}
        </a>
        {/* Without the refused responses the screen reads again. */}
        <Button variant="secondary" onClick={() => queryClient.clear()}>
          {texts.again}
        </Button>
      </div>
    </div>
  )
}
