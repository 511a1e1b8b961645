import { useTranslator } from '../ui/i18n/text-provider.tsx'
import type messages from './messages/en.ts'
import type screenMessages from './messages/screens/en.ts'

export const useText = () => useTranslator<keyof typeof messages>()

/** The texts of `messages/screens` too. Only screens that load them may use it. */
export const useScreenText = () => useTranslator<keyof typeof messages | keyof typeof screenMessages>()
