import { BookOpen, House, RotateCcw, Swords, UserRound } from 'lucide-react'

/** The main sections of the app, in the tab bar of a phone and in the rail of a wide screen. */
export const TABS = [
  { to: '/', text: 'tab.today', Icon: House },
  { to: '/learn', text: 'tab.learn', Icon: BookOpen },
  { to: '/play', text: 'tab.play', Icon: Swords },
  { to: '/review', text: 'tab.review', Icon: RotateCcw },
  { to: '/me', text: 'tab.me', Icon: UserRound },
] as const
