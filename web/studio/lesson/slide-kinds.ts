import {
  CircleHelp,
  CodeXml,
  FileText,
  Lightbulb,
  type LucideIcon,
  PlaySquare,
  SquareStack,
} from 'lucide-react'
import type { SlideType } from './draft.ts'

export const SLIDE_ICONS: Record<SlideType, LucideIcon> = {
  TEXT_WITH_IMAGE: FileText,
  QUIZ: CircleHelp,
  CODE: CodeXml,
  FLASHCARD: SquareStack,
  CALLOUT: Lightbulb,
  VIDEO: PlaySquare,
}
