/**
 * Modules that several screens share and the first view needs. Imported by the entry, they are part of its file;
 * otherwise the bundler creates a file for each, and the first view waits for a dozen small requests.
 */
import { BadgeCheck } from 'lucide-react'
import 'react-dom'
import '../ui/api/settings.ts'
import '../ui/brand/logo.tsx'
import '../ui/components/button.tsx'
import '../ui/components/pill.tsx'
import '../ui/components/tile.tsx'
import './public/public-footer.tsx'
import './public/public-header.tsx'
import './public/use-page-title.ts'

// The bundler leaves out icons that nobody uses here.
Object.keys([BadgeCheck])
