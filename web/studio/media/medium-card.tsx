import { Captions, ImageIcon, Music } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useText } from '../use-text.ts'
import { MediumPicture } from './medium-picture.tsx'

const ICONS = { PICTURE: ImageIcon, AUDIO: Music, CAPTIONS: Captions }

/** A medium of the grid. It opens its details. */
export function MediumCard({ medium, onOpen }: { medium: Api.Medium; onOpen: () => void }) {
  const { t } = useText()
  const Icon = ICONS[medium.kind]
  return (
    <li>
      <button
        type="button"
        data-list-item=""
        onClick={onOpen}
        className="flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-surface text-start shadow-card hover:border-ink-3"
      >
        <MediumPicture medium={medium} alt="" size="small" />
        <span className="flex w-full min-w-0 flex-1 flex-col p-3">
          <span dir="auto" className="line-clamp-2 text-[15px] font-bold leading-snug">
            {medium.alt ?? medium.name}
          </span>
          <span className="mt-auto flex items-center gap-1.5 pt-1.5 text-[13px] text-ink-2">
            <Icon size={15} aria-hidden="true" />
            {t(`kind.${medium.kind}`)}
          </span>
        </span>
      </button>
    </li>
  )
}
