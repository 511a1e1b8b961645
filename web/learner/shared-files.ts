import {
  Award,
  Ban,
  Bell,
  BookOpen,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Clock,
  Copy,
  Crown,
  Download,
  ExternalLink,
  EyeOff,
  GripVertical,
  Hammer,
  Hourglass,
  ImageUp,
  Info,
  Lightbulb,
  Lock,
  MapIcon,
  MonitorSmartphone,
  Play,
  RefreshCw,
  RotateCcw,
  ScrollText,
  Search,
  Share2,
  ShieldCheck,
  Swords,
  TriangleAlert,
  Trophy,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react'
import '../ui/api/own-file.ts'
import '../ui/api/refresh-user.ts'
import '../ui/api/use-api.ts'
import '../ui/api/use-live.ts'
import '../ui/api/use-submit.ts'
import '../ui/brand/currency-icons.tsx'
import '../ui/brand/laurel.tsx'
import '../ui/components/avatar.tsx'
import '../ui/components/card.tsx'
import '../ui/components/form-error.tsx'
import '../ui/components/progress-bar.tsx'
import '../ui/i18n/relative-time.ts'
import '../ui/player/celebrate.ts'
import '../ui/player/slides/slide-title.tsx'
import '../ui/player/use-play-keys.ts'
import '../ui/use-now.ts'
import './catalogue/category-title.ts'
import './catalogue/course-card.tsx'
import './course/course-cover.tsx'
import './course/use-start-course.ts'
import './frame/back-link.tsx'
import './lesson/apply-result.ts'
import './level-progress.ts'
import './notifications/unread-store.ts'
import './public/page-head.ts'
import './report/report-button.tsx'
import './public/public-frame.tsx'
import './public/public-query.tsx'

/**
 * Small modules and icons that several screens share. The build lets every screen but the landing page import this file, so
 * that they become one file. Otherwise the bundler creates a file for each, and a screen waits for two dozen
 * requests. The call keeps the icons: the bundler leaves out what nobody uses.
 */
Object.keys([
  Award,
  Ban,
  Bell,
  BookOpen,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Clock,
  Copy,
  Crown,
  Download,
  ExternalLink,
  EyeOff,
  GripVertical,
  Hammer,
  Hourglass,
  ImageUp,
  Info,
  Lightbulb,
  Lock,
  MapIcon,
  MonitorSmartphone,
  Play,
  RefreshCw,
  RotateCcw,
  ScrollText,
  Search,
  Share2,
  ShieldCheck,
  Swords,
  TriangleAlert,
  Trophy,
  UserPlus,
  UserRound,
  Users,
])
