import {
  Award,
  Ban,
  Bell,
  BookOpen,
  ChevronRight,
  Clock,
  Crown,
  Download,
  ExternalLink,
  EyeOff,
  Hammer,
  Hourglass,
  ImageUp,
  Lock,
  MapIcon,
  MonitorSmartphone,
  ScrollText,
  Search,
  Share2,
  ShieldCheck,
  Swords,
  Trophy,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react'
import '../ui/api/refresh-user.ts'
import '../ui/api/use-live.ts'
import '../ui/brand/division-emblem.tsx'
import '../ui/components/avatar.tsx'
import '../ui/components/card.tsx'
import '../ui/i18n/relative-time.ts'
import '../ui/use-now.ts'
import './call-once.ts'
import './catalogue/category-pill.tsx'
import './catalogue/course-card.tsx'
import './course/course-cover.tsx'
import './course/use-start-course.ts'
import './frame/back-link.tsx'
import './frame/use-restored-focus.ts'
import './level-progress.ts'
import './notifications/unread-store.ts'
import './public/page-head.ts'
import './public/public-frame.tsx'
import './public/public-query.tsx'
import './shared-player-files.ts'
import './today/home-reads.ts'
import './welcome/stored-welcome.ts'

/**
 * Small modules and icons that several screens share. The build lets every screen but the landing page and the lesson player import
 * this file, so that they become one file. Otherwise the bundler creates a file for each, and a screen waits for two dozen
 * requests. The call keeps the icons: the bundler leaves out what nobody uses.
 */
Object.keys([
  Award,
  Ban,
  Bell,
  BookOpen,
  ChevronRight,
  Clock,
  Crown,
  Download,
  ExternalLink,
  EyeOff,
  Hammer,
  Hourglass,
  ImageUp,
  Lock,
  MapIcon,
  MonitorSmartphone,
  ScrollText,
  Search,
  Share2,
  ShieldCheck,
  Swords,
  Trophy,
  UserPlus,
  UserRound,
  Users,
])
