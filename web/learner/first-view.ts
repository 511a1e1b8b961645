/**
 * What several screens share and the first view needs. Imported with the entry, it is part of that file; otherwise the bundler
 * makes a file of each, and the first view waits for a dozen small requests.
 */
import '../ui/api/settings.ts'
import '../ui/brand/currency-icons.tsx'
import '../ui/brand/logo.tsx'
import '../ui/components/button.tsx'
import '../ui/components/card.tsx'
import '../ui/components/pill.tsx'
import '../ui/components/progress-bar.tsx'
import '../ui/components/skeleton.tsx'
import '../ui/components/tile.tsx'
