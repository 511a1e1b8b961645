import {
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  Copy,
  Flag,
  GripVertical,
  Info,
  Lightbulb,
  Play,
  RefreshCw,
  RotateCcw,
  TriangleAlert,
} from 'lucide-react'
import '../ui/api/own-file.ts'
import '../ui/api/use-api.ts'
import '../ui/api/use-submit.ts'
import '../ui/brand/currency-icons.tsx'
import '../ui/brand/laurel.tsx'
import '../ui/components/form-error.tsx'
import '../ui/components/progress-bar.tsx'
import '../ui/copy-text.ts'
import '../ui/player/celebrate.ts'
import '../ui/player/feedback-sheet.tsx'
import '../ui/player/slides/slide-title.tsx'
import '../ui/player/use-play-keys.ts'
import './lesson/apply-result.ts'
import './lesson/kept-play.ts'
import './offline/settle.ts'
import './report/report-button.tsx'

/**
 * The modules and icons that the lesson player shares with other screens: see `shared-files.ts`. A lesson loads this file and not
 * the other one.
 */
Object.keys([
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  Copy,
  Flag,
  GripVertical,
  Info,
  Lightbulb,
  Play,
  RefreshCw,
  RotateCcw,
  TriangleAlert,
])
