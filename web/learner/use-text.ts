import { useTranslator } from '../ui/i18n/text-provider.tsx'
import type messages from './messages/en.ts'
import type playerMessages from './messages/player/en.ts'
import type screenMessages from './messages/screens/en.ts'

/** The texts that the first view loads. */
export const useText = () => useTranslator<keyof typeof messages>()

type PlayerKey = keyof typeof messages | keyof typeof playerMessages

/** The texts of the first view and of the lesson player. */
export const usePlayerText = () => useTranslator<PlayerKey>()

/** The texts of all screens. Only screens that the router loads on demand may use it. */
export const useScreenText = () => useTranslator<PlayerKey | keyof typeof screenMessages>()
