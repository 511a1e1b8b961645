import type messages from '../messages/en.ts'
import { useTranslator } from './text-provider.tsx'

/** The texts of components that all applications share. */
export const useUiText = () => useTranslator<keyof typeof messages>()
