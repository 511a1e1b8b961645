import { useTranslator } from '../ui/i18n/text-provider.tsx'
import type messages from './messages/en.ts'

export const useText = () => useTranslator<keyof typeof messages>()
