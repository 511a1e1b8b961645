import type messages from '../messages/en.ts'
import type screenMessages from '../messages/screens/en.ts'
import { useTranslator } from './text-provider.tsx'

/** The texts of components that all applications share. */
export const useUiText = () => useTranslator<keyof typeof messages>()

/** The texts of questions too. Only screens that are loaded on demand may use it. */
export const useQuestionText = () => useTranslator<keyof typeof messages | keyof typeof screenMessages>()
