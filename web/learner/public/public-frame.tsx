import type { ReactNode } from 'react'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'

/** A page for everybody. It has no animation, because the application replaces the page of the server with an equal one. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main className="mx-auto w-full max-w-[1240px] flex-1 px-5 pt-3 pb-16 lg:px-11">{children}</main>
      <PublicFooter />
    </div>
  )
}
