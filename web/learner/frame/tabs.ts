import { BookOpen, House, RotateCcw, Swords, UserRound } from 'lucide-react'

/** The main sections of the app, in the tab bar of a phone and in the rail of a wide screen. */
export const TABS = [
  { to: '/', text: 'tab.today', Icon: House },
  { to: '/learn', text: 'tab.learn', Icon: BookOpen },
  { to: '/play', text: 'tab.play', Icon: Swords },
  { to: '/review', text: 'tab.review', Icon: RotateCcw },
  { to: '/me', text: 'tab.me', Icon: UserRound },
] as const

/** Screens whose address is not below that of their tab. */
const OF_OTHERS = [
  ['/me', /^\/(?:leaderboard|badges|certificates|wallet|premium|refer|notifications|settings)(?:\/|$)/],
  ['/learn', /^\/roadmap$/],
] as const

/** The tab that leads to a screen outside its address; undefined for the screens below an address of a tab. */
export function tabAbove(pathname: string): string | undefined {
  return OF_OTHERS.find(([, pattern]) => pattern.test(pathname))?.[0]
}
